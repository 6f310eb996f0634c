// Runs something after the next frame was painted, or soon if the page is not visible and paints nothing.

const LONGEST_WAIT = 200;

/** Returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const start = (delay: number) => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    timer = setTimeout(() => {
      cancelAnimationFrame(frame);
      run();
    }, delay);
  };
  const frame = requestAnimationFrame(() => start(0));
  timer = setTimeout(() => start(0), LONGEST_WAIT);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
