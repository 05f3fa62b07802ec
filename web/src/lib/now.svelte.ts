/** The time now, ticking four times a second while somebody looks at it. */
import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 250);
  return () => clearInterval(timer);
});

/** Milliseconds since 1970 by this machine's clock (reactive). */
export function now(): number {
  subscribe();
  return Date.now();
}
