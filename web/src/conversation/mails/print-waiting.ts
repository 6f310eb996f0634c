// Waits until everything that is printed is loaded. A long conversation may take its time, as long as it goes on.

export type PrintOutcome = 'complete' | 'incomplete' | 'cancelled';

export interface PrintWaiting {
  /** How much is still to come. */
  countMissing: () => number;
  /** Whether something could not be loaded. */
  hasFailed: () => boolean;
  isCancelled: () => boolean;
  /** Milliseconds without progress after which it ends. */
  timeout: number;
}

const STEP = 50;

export async function waitForPrint({
  countMissing,
  hasFailed,
  isCancelled,
  timeout,
}: PrintWaiting): Promise<PrintOutcome> {
  let missing = Number.POSITIVE_INFINITY;
  let deadline = performance.now() + timeout;
  for (;;) {
    // Not an animation frame: it does not come while the page is in the background.
    await new Promise((resolve) => setTimeout(resolve, STEP));
    if (isCancelled()) return 'cancelled';
    const now = countMissing();
    if (now === 0) return hasFailed() ? 'incomplete' : 'complete';
    if (now !== missing) deadline = performance.now() + timeout;
    else if (performance.now() >= deadline) return 'incomplete';
    missing = now;
  }
}
