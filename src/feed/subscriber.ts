// One client of the feed, whatever carries its messages: sends the first message, replays the changes that the client
// missed, then goes live without gaps or duplicates.
import type { Principal } from '../access/access.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Store } from '../store/port.ts';
import { formatTime } from '../values/time.ts';
import { type CountsByList, CountsNotifier } from './counts.ts';
import type { Hub, Listener } from './hub.ts';
import type { FeedMemory, Holder } from './memory.ts';
import { reach, type Subscription, subscription, visibleTo } from './messages.ts';
import { type Channel, createOutbox, type Outbox } from './outbox.ts';
import { noticeOf } from './packet.ts';
import { ChangeStream } from './stream.ts';

export interface FeedRequest {
  since: number | undefined;
  events: string[] | undefined;
  /** Whether messages have the bodies of records. */
  bodies: boolean;
}

/** The services that a client needs. */
export interface FeedParts {
  store: Store;
  hub: Hub;
  memory: FeedMemory;
  /** The counts that a client may read. */
  readCounts(principal: Principal): Promise<CountsByList>;
  onError: (error: unknown) => void;
}

/** Why the service closes a client. */
export type CloseReason = 'unauthorized' | 'tooSlow' | 'cursorExpired' | 'goingAway' | 'failed';

/** A connected client. */
export interface FeedClient {
  readonly principal: Principal;
  /** The seq up to which it received its changes. */
  readonly cursor: number;
  close(reason: CloseReason, text: string): void;
  /** Ends the connection of a client that does not finish the close. */
  terminate(): void;
  /** Keeps the connection alive; ends it if the client is gone. Called at intervals. */
  ping(): void;
}

/** The event of the first message. */
export const FIRST = 'connected';
const COUNTS = 'counts.updated';

interface SubscriberParts extends FeedParts {
  channel: Channel;
  /** Closes the client, which then leaves. */
  close(reason: CloseReason, text: string): void;
}

export class Subscriber {
  readonly wanted: Subscription;
  readonly outbox: Outbox;
  private readonly principal: Principal;
  private readonly parts: SubscriberParts;
  private readonly holder: Holder;
  private readonly stream: ChangeStream;
  private readonly listener: Listener;
  private readonly counts: CountsNotifier;

  constructor(principal: Principal, { events, bodies }: FeedRequest, parts: SubscriberParts) {
    const { channel, memory } = parts;
    const onSlow = () => this.tooSlow();
    const onError = (error: unknown) => this.fail(error);
    const { user, token } = principal;
    this.principal = principal;
    this.parts = parts;
    const wanted = subscription(events);
    const outbox = createOutbox(channel, memory);
    this.wanted = wanted;
    this.outbox = outbox;
    const { waiting, needs, since } = outbox;
    this.holder = { user, token, waiting, needs, since, close: onSlow };
    const visible = visibleTo(principal);
    this.stream = new ChangeStream({
      ...parts,
      holder: this.holder,
      outbox,
      bodies,
      isOpen: channel.isOpen,
      isWanted: (event) => visible(event) && wanted.wants(event),
      onStall: onSlow,
      onError,
    });
    this.counts = new CountsNotifier({
      read: () => parts.readCounts(principal),
      send: (data) => this.notify(COUNTS, { data }),
      isWanted: () => channel.isOpen() && wanted.names(COUNTS),
      isBehind: () => outbox.notices() > limits.socketMessageBytes,
      onError: parts.onError,
    });
    this.listener = {
      bodies,
      deliver: (packets) => {
        this.stream.deliver(packets);
        this.counts.notice();
      },
      drop: onError,
    };
  }

  get cursor(): number {
    return this.stream.cursor;
  }

  /** Begins with the changes after `since`; `newest` is the end of the log, which has been read. */
  join(newest: number, since = newest): void {
    const { channel, hub, memory } = this.parts;
    if (!channel.isOpen()) return;
    this.stream.cursor = since;
    memory.join(this.holder);
    this.notify(FIRST, { seq: newest });
    hub.join(this.principal.user, this.listener, newest);
    this.counts.notice();
    this.stream.follow();
  }

  leave(): void {
    const { hub, memory } = this.parts;
    hub.leave(this.principal.user, this.listener);
    this.counts.stop();
    this.outbox.clear();
    memory.leave(this.holder);
  }

  /** The client has changed what it wants. */
  subscriptionChanged(): void {
    this.counts.notice();
  }

  /** Resolves when every change stored before the call is in the outbox; returns the seq of the last of them. */
  async caughtUp(): Promise<number> {
    const { store, hub } = this.parts;
    const { user } = this.principal;
    const seq = await reach(store, user);
    await hub.delivered(user, seq);
    await this.stream.following;
    return seq;
  }

  /** The client has stopped reading, or keeps others waiting. */
  tooSlow(): void {
    this.parts.close('tooSlow', 'reading too slowly; reconnect with since');
  }

  /** The changes cannot be read. */
  fail(error: unknown): void {
    const { close, onError } = this.parts;
    if (error instanceof AppError && error.code === 'CURSOR_EXPIRED') {
      const { code, message, details } = error;
      this.notify('error', { code, message, details });
      close('cursorExpired', 'the log does not continue from since');
    } else {
      onError(error);
      close('failed', 'the feed failed; reconnect with since');
    }
  }

  /** Sends a message that is not a change. */
  notify(event: string, members: Record<string, unknown> = {}): void {
    const text = JSON.stringify({ event, ...members, timestamp: formatTime(Date.now()) });
    if (this.parts.channel.isOpen()) this.outbox.push(noticeOf(event, text));
  }
}
