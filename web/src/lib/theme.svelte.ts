/** Dark or light: the person's choice, remembered, else the system's. */
export type Theme = "dark" | "light";

const REMEMBERED = "mainmatch.theme";
const prefersLight = matchMedia("(prefers-color-scheme: light)");

function remembered(): Theme | null {
  const value = new URLSearchParams(location.search).get("theme") ?? localStorage.getItem(REMEMBERED);
  return value === "dark" || value === "light" ? value : null;
}

const current = $state<{ chosen: Theme | null; systemIsLight: boolean }>({ chosen: remembered(), systemIsLight: prefersLight.matches });
prefersLight.addEventListener("change", () => (current.systemIsLight = prefersLight.matches));
if (current.chosen) document.documentElement.dataset["theme"] = current.chosen;

/** The theme now (reactive). */
export function theme(): Theme {
  return current.chosen ?? (current.systemIsLight ? "light" : "dark");
}

/** The other one, and remember it. */
export function switchTheme(): void {
  current.chosen = theme() === "dark" ? "light" : "dark";
  localStorage.setItem(REMEMBERED, current.chosen);
  document.documentElement.dataset["theme"] = current.chosen;
}
