/** Which page is shown: the address, and links that change it without loading anew. */
const place = $state({ path: location.pathname, query: location.search, hash: location.hash });

/** The address now (reactive). */
export function here(): { readonly path: string; readonly query: string; readonly hash: string } {
  return place;
}

function read(): void {
  place.path = location.pathname;
  place.query = location.search;
  place.hash = location.hash;
}

/** Go to another page of this site. */
export function go(url: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", url);
  else history.replaceState(null, "", url);
  read();
  if (!location.hash) scrollTo(0, 0);
}

/** Follow plain clicks on links within the site. Call once; returns how to stop. */
export function followLinks(): () => void {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    if (link.href !== location.href) go(link.pathname + link.search + link.hash);
  };
  document.addEventListener("click", click);
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
  return () => {
    document.removeEventListener("click", click);
    removeEventListener("popstate", read);
    removeEventListener("hashchange", read);
  };
}
