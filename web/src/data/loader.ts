// Runs the requests of one list or record so that answers are never older than the last change: one at a time, once
// more if something changed meanwhile, and not more often than every 100 ms while many changes arrive.

const PAUSE = 100;

export class Loader {
  readonly #load: (signal: AbortSignal) => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #controller = new AbortController();
  #startedAt = 0;

  constructor(load: (signal: AbortSignal) => Promise<void>) {
    this.#load = load;
  }

  /** Loads; resolves when a load that began after this call has ended. */
  run(): Promise<void> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(async () => {
      const wait = this.#startedAt + PAUSE - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      this.#next = undefined;
      await this.#start();
    });
    return this.#next;
  }

  /** Ends the request that runs; its answer is not needed any more. */
  stop(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
  }

  #start(): Promise<void> {
    this.#startedAt = performance.now();
    const { signal } = this.#controller;
    // Errors are part of the state of the list or record, so a load does not reject.
    this.#running = this.#load(signal)
      .catch(() => {})
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }
}
