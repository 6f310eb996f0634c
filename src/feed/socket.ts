// One WebSocket client: sends the first message, replays the changes that the client missed, then goes live without
// gaps or duplicates.
import type { WebSocket } from 'ws';
import type { Principal } from '../access/access.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Store } from '../store/port.ts';
import { formatTime } from '../values/time.ts';
import { type CountsByList, CountsNotifier } from './counts.ts';
import type { Hub, Listener } from './hub.ts';
import { readInstruction } from './instructions.ts';
import { Intake } from './intake.ts';
import type { FeedMemory, Holder } from './memory.ts';
import { reach, type Subscription, subscription, visibleTo } from './messages.ts';
import { createOutbox, type Outbox } from './outbox.ts';
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

export interface FeedClient {
  readonly principal: Principal;
  /** The seq up to which it received its changes. */
  readonly cursor: number;
  close(code: number, reason: string): void;
  /** Ends the connection of a client that does not answer the close. */
  terminate(): void;
  /** Sends a ping; terminates a client that has not answered the previous one. */
  ping(): void;
}

/** Close codes of the feed in addition to those of RFC 6455. */
export const CLOSE = { unauthorized: 4401, tooSlow: 4408, cursorExpired: 4410, goingAway: 1001 } as const;

const COUNTS = 'counts.updated';
const TOO_SLOW = 'reading too slowly; reconnect with since';

export function startClient(
  socket: WebSocket,
  principal: Principal,
  request: FeedRequest,
  parts: FeedParts,
): FeedClient {
  const client = new Client(socket, principal, request, parts);
  client.start(request.since);
  return client;
}

class Client implements FeedClient {
  readonly principal: Principal;
  private readonly socket: WebSocket;
  private readonly parts: FeedParts;
  private readonly wanted: Subscription;
  private readonly outbox: Outbox;
  private readonly intake: Intake;
  private readonly holder: Holder;
  private readonly stream: ChangeStream;
  private readonly listener: Listener;
  private readonly counts: CountsNotifier;
  private answered = true;

  constructor(socket: WebSocket, principal: Principal, { events, bodies }: FeedRequest, parts: FeedParts) {
    this.socket = socket;
    this.principal = principal;
    const wanted = subscription(events);
    this.wanted = wanted;
    this.parts = parts;
    this.outbox = createOutbox(socket, parts.memory);
    this.intake = new Intake(socket, this.outbox);
    const { waiting, needs, since } = this.outbox;
    const closeSlow = () => this.close(CLOSE.tooSlow, TOO_SLOW);
    const onError = (error: unknown) => this.fail(error);
    this.holder = { user: principal.user, token: principal.token, waiting, needs, since, close: closeSlow };
    const visible = visibleTo(principal);
    this.stream = new ChangeStream({
      ...parts,
      holder: this.holder,
      outbox: this.outbox,
      bodies,
      isOpen: () => this.isOpen(),
      isWanted: (event) => visible(event) && wanted.wants(event),
      onStall: closeSlow,
      onError,
    });
    this.counts = new CountsNotifier({
      read: () => parts.readCounts(principal),
      send: (data) => this.notify(COUNTS, { data }),
      isWanted: () => this.isOpen() && wanted.names(COUNTS),
      isBehind: () => this.outbox.notices() > limits.socketMessageBytes,
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

  start(since: number | undefined): void {
    const { socket, intake } = this;
    intake.pause(); // until the first message is sent
    this.parts.memory.join(this.holder);
    socket.on('message', (data, isBinary) => this.onMessage(isBinary ? '' : data.toString()));
    socket.on('ping', () => void intake.holdBack()); // ws has answered it
    socket.on('pong', () => {
      this.answered = true;
    });
    socket.on('close', () => this.leave());
    socket.on('error', () => socket.terminate());
    this.join(since).catch((error: unknown) => this.fail(error));
  }

  close(code: number, reason: string): void {
    this.leave();
    this.socket.resume(); // to receive the client's answer to the close
    this.socket.close(code, reason);
  }

  terminate(): void {
    this.socket.terminate();
  }

  ping(): void {
    const { socket, intake } = this;
    // While the service pauses the socket, the answer is not received.
    if (!this.answered && (!socket.isPaused || intake.heldBack)) {
      socket.terminate();
    } else {
      this.answered = false;
      socket.ping();
    }
  }

  private async join(since: number | undefined): Promise<void> {
    const { store, hub } = this.parts;
    const { user } = this.principal;
    const newest = await reach(store, user, since);
    this.stream.cursor = since ?? newest;
    if (!this.isOpen()) return;
    this.notify('connected', { seq: newest });
    hub.join(user, this.listener, newest);
    this.intake.resume(); // the first message precedes every answer
    this.counts.notice();
    this.stream.follow();
  }

  private leave(): void {
    this.parts.hub.leave(this.principal.user, this.listener);
    this.counts.stop();
    this.outbox.clear();
    this.parts.memory.leave(this.holder);
  }

  private onMessage(text: string): void {
    const instruction = readInstruction(text, this.wanted);
    if (instruction.problem) this.notify('error', { code: 'VALIDATION_ERROR', message: instruction.problem });
    else if (instruction.ping) void this.pong();
    else this.counts.notice();
    void this.intake.holdBack();
  }

  // Answered after every change stored before the ping; the messages after the ping wait. The seq is that of the last of
  // these changes, whether the client was sent it or not.
  private async pong(): Promise<void> {
    const { store, hub } = this.parts;
    const { user } = this.principal;
    let reached = {};
    this.intake.pause();
    try {
      const seq = await reach(store, user);
      await hub.delivered(user, seq);
      await this.stream.following;
      if (this.cursor >= seq) reached = { seq };
    } catch {
      // a ping checks the connection, not the log
    }
    this.notify('pong', reached);
    this.intake.resume();
  }

  private notify(event: string, members: Record<string, unknown> = {}): void {
    const text = JSON.stringify({ event, ...members, timestamp: formatTime(Date.now()) });
    if (this.isOpen()) this.outbox.push(noticeOf(event, text));
  }

  private isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  private fail(error: unknown): void {
    if (error instanceof AppError && error.code === 'CURSOR_EXPIRED') {
      this.notify('error', { code: error.code, message: error.message, details: error.details });
      this.close(CLOSE.cursorExpired, 'the log does not continue from since');
    } else {
      this.parts.onError(error);
      this.close(1011, 'the feed failed; reconnect with since');
    }
  }
}
