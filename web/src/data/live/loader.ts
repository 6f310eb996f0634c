// Runs the requests of one list or record so that answers are never older than the last change: one at a time, once
// more if something changed meanwhile, and with pauses while many changes arrive. A load that failed is tried again.

/** A list that takes long to read is read less often: the pause is as long as the last request took, within these. */
const SHORTEST_PAUSE = 30;
const LONGEST_PAUSE = 1000;
/** After a failure, and after several. A list that failed for want of a connection is read when it is back. */
const RETRY = 5000;
const LONGEST_RETRY = 60_000;

export class Loader {
  readonly #load: (signal: AbortSignal) => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #controller = new AbortController();
  #lastTook = 0;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  /** `load` rejects if it failed; what is shown about it is not the business of the loader. */
  constructor(load: (signal: AbortSignal) => Promise<void>) {
    this.#load = load;
  }

  /** Loads; resolves when a load that began after this call has ended. */
  run(): Promise<void> {
    if (this.#next) return this.#next;
    if (!this.#running) return this.#start();
    const { signal } = this.#controller;
    const next = this.#running.then(async () => {
      await pause(this.#lastTook, signal);
      // Without it, calls during the pause would begin a second load beside this one.
      if (this.#next === next) this.#next = undefined;
      if (!signal.aborted) await this.#start();
    });
    this.#next = next;
    return next;
  }

  /** Begins anew without waiting for the request that runs, which may be waiting for a connection that is gone. */
  restart(): Promise<void> {
    this.stop();
    return this.run();
  }

  /** Ends the request that runs; its answer is not needed any more. */
  stop(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#running = undefined;
    this.#next = undefined;
    clearTimeout(this.#retry);
  }

  #start(): Promise<void> {
    const { signal } = this.#controller;
    const startedAt = performance.now();
    clearTimeout(this.#retry);
    const running = this.#load(signal)
      .then(
        () => {
          this.#failures = 0;
        },
        (error: unknown) => {
          if (!signal.aborted && isTemporary(error)) this.#tryAgainLater();
        },
      )
      .finally(() => {
        if (this.#running !== running) return;
        this.#running = undefined;
        this.#lastTook = performance.now() - startedAt;
      });
    this.#running = running;
    return running;
  }

  #tryAgainLater(): void {
    const time = Math.min(LONGEST_RETRY, RETRY * 2 ** this.#failures);
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.run(), time);
  }
}

/** Whether the same request can succeed later: what the service refuses, such as a record that is gone, it refuses again. */
function isTemporary(error: unknown): boolean {
  const { status = 0 } = error as { status?: number };
  return status === 0 || status === 429 || status >= 500;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const time = Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, milliseconds));
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, signal.aborted ? 0 : time);
    signal.addEventListener('abort', end);
  });
}
