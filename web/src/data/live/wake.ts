// Notices that the computer or the tab has slept, or that the network has changed: a connection can have ended then
// without a sign of it.

const INTERVAL = 5000;
/** Timers of hidden tabs are late too; the listener is sometimes called without a reason. */
const SLEPT = 15_000;

/** Calls the listener when connections may be lost. Returns a function that ends it. */
export function onWake(listener: () => void): () => void {
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > SLEPT) listener();
    last = now;
  }, INTERVAL);
  const visible = () => document.visibilityState === 'visible' && listener();
  const targets = [
    [document, 'visibilitychange', visible],
    [document, 'resume', listener],
    [window, 'pageshow', listener],
    [window, 'online', listener],
    [window, 'offline', listener],
  ] as const;
  for (const [target, name, handle] of targets) target.addEventListener(name, handle);
  return () => {
    clearInterval(timer);
    for (const [target, name, handle] of targets) target.removeEventListener(name, handle);
  };
}
