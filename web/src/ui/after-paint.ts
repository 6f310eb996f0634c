// Runs something after the next frame was painted, or soon if the page is not visible and paints nothing.

const LONGEST_WAIT = 200;

/** Returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  // The callback of a frame is called before it is painted.
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  let timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, LONGEST_WAIT);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
