// Follows the change feed: connects, resumes after interruptions from the last change that was applied, polls where no
// WebSocket is possible, and starts over where the log does not continue from there.
import { DaybookError } from '../errors.ts';
import type { Query, Transport } from '../transport.ts';
import type { LiveCollection, Message } from './collection.ts';
import { type Connection, connect, delay } from './connection.ts';
import { createListReader, type ListReader } from './lists.ts';
import { createPosition } from './position.ts';

/** `offline` and `failed` have an `error`; a replica that has failed needs another token or other options. */
export type ReplicaState = 'loading' | 'live' | 'offline' | 'failed' | 'closed';

/** Whose copy it is, and of which version of the service. */
export interface Owner {
  user: string;
  version: string;
}

interface FollowerParts {
  transport: Transport;
  collections: readonly LiveCollection[];
  /** Events beyond those of the collections. */
  events: readonly string[];
  body: boolean;
  onMessage(message: Message): void;
  onState(): void;
}

/** Who waits for a position. */
interface Waiting {
  seq: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** A connection that was cut is opened again after this time, which doubles with each failure. */
const RETRY = 250;
const LONGEST_RETRY = 5000;
/** Between two requests where no WebSocket is possible, and the longest time until one is tried again. */
const POLL_INTERVAL = 3000;
const LONGEST_POLLING = 60_000;
/** Refusals that will not go away by themselves. */
const FINAL = [400, 401, 403];
/** The longest pause that the service can ask for. */
const LONGEST_PAUSE = 3_600_000;
const COUNTS = 'counts.updated';
/** A browser says when it is online again; Node has no such events. */
const page = globalThis as Partial<EventTarget>;

export class Follower {
  readonly position = createPosition();
  state: ReplicaState = 'loading';
  error: DaybookError | undefined;
  owner: Owner | undefined;
  readonly #parts: FollowerParts;
  readonly #patterns: readonly string[];
  readonly #lists: ListReader;
  readonly #waiting = new Set<Waiting>();
  #isCaughtUp = false;
  #failures = 0;
  #socketFailures = 0;
  #connection: Connection | undefined;
  /** Ends what belongs to one connection. */
  #link = new AbortController();
  /** Ends the reading of lists: it goes on while connections are cut, for the feed is resumed without a gap. */
  #reading = new AbortController();
  /** Ends a pause. */
  #pause = new AbortController();

  constructor(parts: FollowerParts) {
    const { collections, events } = parts;
    this.#parts = parts;
    this.#patterns = [...new Set([...collections.flatMap(({ source }) => source.events), ...events])];
    const onError = (error: unknown) => this.#link.abort(error);
    this.#lists = createListReader(parts, () => this.#progress(), onError);
  }

  async run(): Promise<void> {
    page.addEventListener?.('online', this.#wake);
    while (!this.#isOver()) {
      this.#link = new AbortController();
      const error = await this.#follow(this.#link.signal).catch((caught: DaybookError) => caught);
      this.#link.abort();
      this.#isCaughtUp = false;
      if (this.#isOver()) return;
      if (!error) continue;
      if (error.code === 'CURSOR_EXPIRED') this.owner = undefined;
      else if (FINAL.includes(error.status) || (!this.owner && isOfOtherServer(error)))
        return this.end('failed', error);
      this.#change(this.owner ? 'offline' : 'loading', error);
      const usual = Math.min(LONGEST_RETRY, RETRY * 2 ** this.#failures++) * (0.5 + Math.random() / 2);
      await this.#rest(Math.max(usual, Math.min(LONGEST_PAUSE, error.retryAfter ?? 0)));
    }
  }

  /** Resolves when every collection has the changes up to this seq. */
  until(seq: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isOver()) return reject(this.error);
      this.#waiting.add({ seq, resolve, reject });
      this.#resolveWaiting();
      if (seq <= this.position.place.seq) return;
      // The feed leaves out changes that are in no collection; then the answer to a ping says that it has come so far.
      if (this.#connection) this.#connection.ping();
      else this.#wake();
    });
  }

  end(state: 'failed' | 'closed', error: DaybookError): void {
    if (this.#isOver()) return;
    this.#change(state, error);
    page.removeEventListener?.('online', this.#wake);
    this.#link.abort();
    this.#reading.abort();
    this.#wake();
    for (const one of this.#waiting) one.reject(error);
    this.#waiting.clear();
  }

  /** One connection: until it ends, which is an error, or for a while by polling. */
  async #follow(signal: AbortSignal): Promise<void> {
    const { transport, body } = this.#parts;
    const session = await this.#get<{ data?: Owner & { seq: number } } | undefined>('/session');
    if (!session?.data?.version)
      throw new DaybookError('INVALID_ANSWER', `${transport.baseUrl} is not the API of a Daybook service.`);
    const { user, version, seq } = session.data;
    // An upgrade can change records without entries in the log.
    if (user !== this.owner?.user || version !== this.owner.version || seq < this.position.place.seq)
      this.#startOver(seq);
    this.owner = { user, version };
    const query = { since: this.position.since(), events: this.#patterns.join(), body };
    this.#connection = connect(transport, query, signal, (message) => this.#receive(message));
    const isEstablished = await this.#connection.ended.catch((error) => {
      if (error instanceof DaybookError) throw error;
      return false; // there is no WebSocket, or the page may not open one
    });
    this.#connection = undefined;
    signal.throwIfAborted();
    if (this.#isCaughtUp) this.#failures = 0; // the service is well, only the connection was cut
    if (isEstablished) throw new DaybookError('NETWORK_ERROR', 'The connection to the change feed has ended.');
    await this.#poll(signal);
  }

  #startOver(seq: number): void {
    this.#reading.abort();
    this.#reading = new AbortController();
    this.position.startAt({ seq });
    for (const one of this.#parts.collections) {
      one.isLoaded = false;
      one.isStale = true;
    }
    this.#change('loading');
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { collections, body } = this.#parts;
    const events = this.#patterns.filter((event) => event !== COUNTS).join();
    const end = Date.now() + Math.min(LONGEST_POLLING, 1000 * 2 ** this.#socketFailures++);
    do {
      const before = this.position.place.seq;
      const query = { since: this.position.since(), events, body };
      type Changes = { data: Message[]; meta: { seq: number; has_more: boolean } };
      const { data, meta } = await this.#get<Changes>('/changes', query);
      // Polling has no counts; anything can have changed them.
      if (meta.seq > before) for (const one of collections) one.isStale ||= one.source.isReadAgain === true;
      for (const message of data) this.#receive(message);
      if (meta.has_more) continue;
      this.#catchUp(meta.seq);
      await this.#rest(POLL_INTERVAL);
      signal.throwIfAborted();
    } while (Date.now() < end);
  }

  #receive(message: Message | { event: 'error'; code: string; message: string }): void {
    if ('code' in message) throw new DaybookError(message.code, message.message, { status: 400 });
    const { event, seq } = message;
    if (event === 'connected') {
      this.#socketFailures = 0;
      this.#connection?.ping();
    } else if (event === 'pong') {
      if (seq !== undefined) this.#catchUp(seq); // without it, the service could not read its log
    } else if (event === COUNTS || this.position.accept(message)) {
      for (const one of this.#parts.collections) one.apply(message);
      if (event !== COUNTS) this.#parts.onMessage(message);
      this.#progress();
    }
  }

  #catchUp(seq: number): void {
    this.position.reach(seq);
    this.#isCaughtUp = true;
    this.#progress();
  }

  #progress(): void {
    if (!this.#isCaughtUp || this.#link.signal.aborted) return;
    this.#lists.read(this.#reading.signal);
    if (this.#parts.collections.every(({ isLoaded }) => isLoaded)) {
      this.#failures = 0;
      this.#change('live');
    }
    this.#resolveWaiting();
  }

  #resolveWaiting(): void {
    const { collections } = this.#parts;
    if (this.state !== 'live' || collections.some(({ isStale, isLoading }) => isStale || isLoading)) return;
    for (const one of this.#waiting) {
      if (one.seq > this.position.place.seq) continue;
      this.#waiting.delete(one);
      one.resolve();
    }
  }

  async #get<T>(path: string, query?: Query): Promise<T> {
    const { signal } = this.#link;
    return (await this.#parts.transport.request<T>('GET', path, { query, signal, retries: 0 })).body;
  }

  #rest(milliseconds: number): Promise<void> {
    this.#pause = new AbortController();
    return delay(milliseconds, this.#pause.signal);
  }

  readonly #wake = (): void => this.#pause.abort();

  #isOver(): boolean {
    return this.state === 'closed' || this.state === 'failed';
  }

  #change(state: ReplicaState, error?: DaybookError): void {
    this.error = error;
    if (this.state === state) return;
    this.state = state;
    this.#parts.onState();
  }
}

/** Whether the URL is wrong. Once it was right, this can only be a proxy while the service restarts. */
function isOfOtherServer({ status, code }: DaybookError): boolean {
  return status === 404 || code === 'INVALID_ANSWER';
}
