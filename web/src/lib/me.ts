/** My name, remembered in this browser. */
const REMEMBERED = "mainmatch.name";

export function myName(): string {
  return localStorage.getItem(REMEMBERED) ?? "";
}

export function rememberName(name: string): void {
  localStorage.setItem(REMEMBERED, name);
}
