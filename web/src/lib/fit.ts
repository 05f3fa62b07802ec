/** As large as its place allows: for a screen at which nobody can scroll. */

/** The largest of the sizes, tried from the large end, at which everything fits; else the smallest. */
export function largestThatFits(sizes: readonly number[], fits: (size: number) => boolean): number {
  return sizes.find(fits) ?? sizes.at(-1) ?? 1;
}

/** Boards are drawn for at least this width, in pixels. */
const NARROWEST = 600;
const SIZES = Array.from({ length: 41 }, (_, index) => (240 - 5 * index) / 100); // 2.4 … 0.4

/** Zooms the only child of a node so that it fits, and gives it the node's height, so that it fills the node; follows both. */
export function fit(node: HTMLElement): () => void {
  const child = node.firstElementChild as HTMLElement | null;
  if (!child) return () => {};
  let asked = 0;
  const measure = (): void => {
    asked = 0;
    child.style.height = "";
    const size = largestThatFits(SIZES.filter((one) => one <= Math.max(1, node.clientWidth / NARROWEST)), (one) => {
      child.style.zoom = String(one);
      return node.scrollHeight <= node.clientHeight + 1 && node.scrollWidth <= node.clientWidth + 1;
    });
    child.style.zoom = String(size);
    const { paddingTop, paddingBottom } = getComputedStyle(node);
    child.style.height = `${(node.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)) / size}px`;
  };
  const ask = (): void => {
    asked ||= requestAnimationFrame(measure);
  };
  const sizes = new ResizeObserver(ask);
  sizes.observe(node);
  const changes = new MutationObserver(ask);
  changes.observe(child, { childList: true, subtree: true, characterData: true });
  ask();
  return () => {
    sizes.disconnect();
    changes.disconnect();
    cancelAnimationFrame(asked);
  };
}
