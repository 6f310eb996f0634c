// One WebSocket client: greets, replays what the client has missed, then goes live without a gap or a double.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { Principal } from '../domain/access.ts';
import { feedPage, reach, readWanted, type Subscription, subscription, visibleTo } from '../domain/feed.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Store } from '../store/store.ts';
import { formatTime } from '../values/time.ts';
import type { Hub, Listener } from './hub.ts';
import { readInstruction } from './instructions.ts';
import type { FeedMemory, Holder } from './memory.ts';
import { createOutbox, UNDER_WAY } from './outbox.ts';
import { noticeOf, type Packet, packetOf } from './packet.ts';

export interface FeedRequest {
  since: number | undefined;
  events: string[] | undefined;
}

/** What a client needs of the service. */
export interface FeedParts {
  store: Store;
  hub: Hub;
  memory: FeedMemory;
  onError: (error: unknown) => void;
}

export interface FeedClient {
  principal: Principal;
  cursor: number;
  close(code: number, reason: string): void;
  /** Cuts a client off that does not answer the close. */
  terminate(): void;
  /** Pings; ends a client that has not answered the ping before. */
  ping(): void;
}

/** Close codes of the feed beside those of RFC 6455. */
export const CLOSE = { unauthorized: 4401, tooSlow: 4408, cursorExpired: 4410, goingAway: 1001 } as const;

const TOO_SLOW = 'reading too slowly; reconnect with since';

export function startClient(
  socket: WebSocket,
  principal: Principal,
  request: FeedRequest,
  { store, hub, memory, onError }: FeedParts,
): FeedClient {
  const { user } = principal;
  const wanted: Subscription = subscription(request.events);
  const visible = visibleTo(principal);
  const outbox = createOutbox(socket, memory);
  let live = false;
  let following: Promise<void> = Promise.resolve(); // settled while the client is live
  let answered = true;
  let pauses = 0;
  let heldBack = false;

  const listener: Listener = { deliver: listen, drop: fail };
  const { waiting, needs, since } = outbox;
  const close = () => client.close(CLOSE.tooSlow, TOO_SLOW);
  const holder: Holder = { user, token: principal.token, waiting, needs, since, close };
  const client: FeedClient = {
    principal,
    cursor: 0,
    close(code, reason) {
      leave();
      socket.resume(); // the client's answer to the close must be heard
      socket.close(code, reason);
    },
    terminate: () => socket.terminate(),
    ping() {
      // While we pause it for our own reasons, its answer is not heard.
      if (!answered && (!socket.isPaused || heldBack)) return socket.terminate();
      answered = false;
      socket.ping();
    },
  };

  function leave(): void {
    hub.leave(user, listener);
    outbox.clear();
    memory.leave(holder);
  }

  function isOpen(): boolean {
    return socket.readyState === socket.OPEN;
  }

  function notify(event: string, members: Record<string, unknown> = {}): void {
    const text = JSON.stringify({ event, ...members, timestamp: formatTime(Date.now()) });
    if (isOpen()) outbox.push(noticeOf(event, text));
  }

  function isWanted(event: string): boolean {
    return visible(event) && wanted.wants(event);
  }

  function pass(packet: Packet): void {
    const seq = packet.seq as number;
    if (seq <= client.cursor) return;
    client.cursor = seq;
    if (isOpen() && isWanted(packet.event)) outbox.push(packet);
  }

  // A client that is behind by more than the buffer is no longer pushed to: it is given the log as fast as it reads.
  function listen(packets: Packet[]): void {
    for (const packet of packets) {
      if (!live) return;
      pass(packet);
      if (outbox.waiting() > limits.socketBufferBytes) follow();
    }
  }

  // Gives the log until it ends at or after what the hub has told the others; then the hub's next is our next.
  function follow(): void {
    live = false;
    following = giveLog().catch(fail);
  }

  async function giveLog(): Promise<void> {
    while (await drained()) {
      // What the hub has told the others while the log was read is not in it: then it is read again.
      if (client.cursor >= hub.position(user)) {
        live = true; // at once: the hub may tell something before whoever awaits this goes on
        return;
      }
      await memory.turn(holder, givePage);
      await setImmediate(); // nothing of it may be wanted; others must not wait for the whole log
    }
  }

  async function givePage(): Promise<void> {
    if (!isOpen()) return;
    const { messages, end } = await readWanted(store, user, client.cursor, feedPage, isWanted);
    for (const message of messages) pass(packetOf(message));
    client.cursor = Math.max(client.cursor, end);
  }

  // A slow line is no reason to be closed: only a reader that has stopped is.
  async function drained(): Promise<boolean> {
    while (isOpen() && outbox.waiting() > limits.socketBufferBytes / 4) {
      if (await outbox.moved(limits.socketDrain)) continue;
      client.close(CLOSE.tooSlow, TOO_SLOW);
    }
    return isOpen();
  }

  async function start(): Promise<void> {
    const newest = await reach(store, user, request.since);
    client.cursor = request.since ?? newest;
    if (!isOpen()) return;
    notify('connected', { seq: newest });
    hub.join(user, listener, newest);
    resume(); // the greeting comes before every answer
    follow();
  }

  function pause(): void {
    pauses++;
    socket.pause();
  }

  function resume(): void {
    if (--pauses === 0) socket.resume();
  }

  // Answers that are not read must not pile up: the next messages of such a client wait.
  async function holdBack(): Promise<void> {
    const isFlooding = () => outbox.notices() > limits.socketMessageBytes || socket.bufferedAmount > 2 * UNDER_WAY;
    if (heldBack || !isFlooding()) return;
    heldBack = true;
    pause();
    while (isOpen() && isFlooding()) await sleep(50);
    heldBack = false;
    resume();
  }

  function onMessage(text: string): void {
    const instruction = readInstruction(text, wanted);
    if (instruction.problem) notify('error', { code: 'VALIDATION_ERROR', message: instruction.problem });
    else if (instruction.ping) void pong();
    void holdBack();
  }

  // After every change that was stored before the ping; the messages after the ping wait.
  async function pong(): Promise<void> {
    pause();
    try {
      await hub.told(user, await reach(store, user));
      await following;
    } catch {
      // a ping asks for the line, not for the log
    }
    notify('pong');
    resume();
  }

  pause();
  memory.join(holder);
  socket.on('message', (data, isBinary) => onMessage(isBinary ? '' : data.toString()));
  socket.on('ping', () => void holdBack()); // ws has answered it
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('close', leave);
  socket.on('error', () => socket.terminate());
  start().catch(fail);
  return client;

  function fail(error: unknown): void {
    if (error instanceof AppError && error.code === 'CURSOR_EXPIRED') {
      notify('error', { code: error.code, message: error.message, details: error.details });
      client.close(CLOSE.cursorExpired, 'the log does not go on from since');
    } else {
      onError(error);
      client.close(1011, 'the feed failed; reconnect with since');
    }
  }
}
