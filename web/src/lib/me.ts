/** My name, remembered in this browser: the latest, and the one that I had in each room. */
const REMEMBERED = "mainmatch.name";
const IN_ROOMS = "mainmatch.names";
const MOST_ROOMS = 50;

function inRooms(): [string, string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(IN_ROOMS) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter((one): one is [string, string] => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === "string"));
  } catch {
    return [];
  }
}

export function myName(code?: string): string {
  return inRooms().find(([room]) => room === code)?.[1] ?? localStorage.getItem(REMEMBERED) ?? "";
}

export function rememberName(name: string, code?: string): void {
  localStorage.setItem(REMEMBERED, name);
  if (code === undefined) return;
  const others = inRooms().filter(([room]) => room !== code);
  localStorage.setItem(IN_ROOMS, JSON.stringify([[code, name], ...others].slice(0, MOST_ROOMS)));
}
