/** Keeps the screen on while the page is seen, where the browser can (it cannot without https, but on this computer). */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const ask = (): void => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    navigator.wakeLock
      .request("screen")
      .then((given) => {
        if (isOver) void given.release();
        else lock = given;
      })
      .catch(() => {}); // a battery that runs low: the screen then does as the system says
  };
  document.addEventListener("visibilitychange", ask);
  ask();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
