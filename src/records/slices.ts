// Runs long work of requests in slices, so that other requests are served in between. A turn of the event loop has one
// slice for all of them together. The clock decides only when to pause, never the result.
import { setImmediate } from 'node:timers';
import { limits } from '../limits.ts';

/** Milliseconds in which work is done at once, also when the slice of the turn is used up: it would only wait. */
const SHORT = 2;

/** Work that has paused, in the order in which it goes on: one in each turn. */
const paused: (() => void)[] = [];
/** When the slice of this turn ends, if work was done in it. */
let end: number | undefined;

/** Runs the work to its end; it may pause wherever it yields. */
export async function inSlices<T>(work: Iterator<undefined, T>): Promise<T> {
  for (let began = performance.now(); ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (isSliceOver(began)) began = await nextSlice();
  }
}

/** For a loop of small steps that await: pauses where it has gone on for a slice since the last pause. */
export function createPause(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (isSliceOver(began)) began = await nextSlice();
  };
}

function isSliceOver(began: number): boolean {
  const now = performance.now();
  return now >= endOfSlice(began) && now - began >= SHORT;
}

/** Returns when the work may go on, with the time. */
function nextSlice(): Promise<number> {
  return new Promise((resolve) => void paused.push(() => resolve(performance.now())));
}

function endOfSlice(began: number): number {
  if (end === undefined) {
    end = began + limits.slice;
    setImmediate(nextTurn);
  }
  return end;
}

function nextTurn(): void {
  end = undefined;
  const goOn = paused.shift();
  if (!goOn) return;
  endOfSlice(performance.now());
  goOn();
}
