// One WebSocket client: greets, replays what the client has missed, then goes live without a gap or a double.
import { setImmediate } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { Principal } from '../domain/access.ts';
import { isPattern, type Message, reach, readWanted, subscription, visibleTo } from '../domain/feed.ts';
import { isObject } from '../domain/reading.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Store } from '../store/store.ts';
import { formatTime } from '../values/time.ts';
import type { Hub, Listener } from './hub.ts';

export interface FeedRequest {
  since: number | undefined;
  events: string[] | undefined;
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

export function startClient(
  socket: WebSocket,
  principal: Principal,
  request: FeedRequest,
  store: Store,
  hub: Hub,
  onError: (error: unknown) => void,
): FeedClient {
  const { user } = principal;
  const wanted = subscription(request.events);
  const visible = visibleTo(principal);
  let live = false;
  let answered = true;

  const listener: Listener = { deliver: listen, drop: fail };
  const client: FeedClient = {
    principal,
    cursor: 0,
    close(code, reason) {
      hub.leave(user, listener);
      socket.resume(); // the client's answer to the close must be heard
      socket.close(code, reason);
    },
    terminate: () => socket.terminate(),
    ping() {
      if (!answered && !socket.isPaused) return socket.terminate(); // while we pause it, its answer is not heard
      answered = false;
      socket.ping();
    },
  };

  function send(text: string): void {
    if (socket.readyState === socket.OPEN) socket.send(text);
  }

  function isWanted(event: string): boolean {
    return visible(event) && wanted.wants(event);
  }

  function pass({ seq, event, text }: Message): void {
    if (seq <= client.cursor) return;
    client.cursor = seq;
    if (isWanted(event)) send(text);
  }

  // A client that is behind by more than the buffer is no longer pushed to: it is given the log as fast as it reads.
  function listen(messages: Message[]): void {
    for (const message of messages) {
      if (!live) return;
      pass(message);
      if (socket.bufferedAmount > limits.socketBufferBytes) follow().catch(fail);
    }
  }

  // Gives the log until it ends at or after what the hub has told the others; then the hub's next is our next.
  async function follow(): Promise<void> {
    live = false;
    while (socket.readyState === socket.OPEN) {
      await drained(socket);
      const { messages, end } = await readWanted(store, user, client.cursor, limits.changesPage, isWanted);
      for (const message of messages) {
        if (socket.bufferedAmount > limits.socketBufferBytes / 4) await drained(socket);
        pass(message);
      }
      client.cursor = end;
      // What the hub has told the others while this was read is not in it: then the log is read again.
      if (client.cursor >= hub.position(user)) break;
      await setImmediate(); // nothing of it may be wanted; others must not wait for the whole log
    }
    live = true;
  }

  async function start(): Promise<void> {
    const newest = await reach(store, user, request.since);
    client.cursor = request.since ?? newest;
    send(JSON.stringify({ event: 'connected', seq: newest, timestamp: formatTime(Date.now()) }));
    if (socket.readyState !== socket.OPEN) return;
    hub.join(user, listener, newest);
    socket.resume(); // the greeting comes before every answer
    await follow();
  }

  function answer(text: string): void {
    const problem = act(text);
    if (problem)
      send(
        JSON.stringify({
          event: 'error',
          code: 'VALIDATION_ERROR',
          message: problem,
          timestamp: formatTime(Date.now()),
        }),
      );
  }

  function act(text: string): string | undefined {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return 'A message must be JSON, such as {"action": "subscribe", "events": ["email.*"]}.';
    }
    if (!isObject(message)) return 'A message must be a JSON object with an action.';
    if (message.action === 'ping') {
      void pong();
      return undefined;
    }
    if (message.action !== 'subscribe' && message.action !== 'unsubscribe')
      return 'action must be subscribe, unsubscribe or ping.';
    const { events } = message;
    if (
      !Array.isArray(events) ||
      events.length === 0 ||
      !events.every((one) => typeof one === 'string' && isPattern(one))
    ) {
      return 'events must be a list of names such as email.created, email.* or *.';
    }
    if (Math.max(events.length, wanted.sizeWith(events)) > limits.socketPatterns) {
      return `A connection has at most ${limits.socketPatterns} patterns.`;
    }
    if (message.action === 'subscribe') wanted.add(events);
    else wanted.remove(events);
    return undefined;
  }

  // After every change that was stored before the ping, but for a client that is still given what it has missed; the
  // messages after the ping wait.
  async function pong(): Promise<void> {
    socket.pause();
    try {
      await hub.told(user, await reach(store, user));
    } catch {
      // a ping asks for the line, not for the log
    }
    send(JSON.stringify({ event: 'pong', timestamp: formatTime(Date.now()) }));
    socket.resume();
  }

  socket.pause();
  socket.on('message', (data, isBinary) => answer(isBinary ? '' : data.toString()));
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('close', () => hub.leave(user, listener));
  socket.on('error', () => socket.terminate());
  start().catch(fail);
  return client;

  function fail(error: unknown): void {
    if (error instanceof AppError && error.code === 'CURSOR_EXPIRED') {
      send(
        JSON.stringify({
          event: 'error',
          code: error.code,
          message: error.message,
          details: error.details,
          timestamp: formatTime(Date.now()),
        }),
      );
      client.close(CLOSE.cursorExpired, 'the log does not go on from since');
    } else {
      onError(error);
      client.close(1011, 'the feed failed; reconnect with since');
    }
  }
}

// A replay waits for a reader that is behind, so that it holds one page in memory and not the whole log.
async function drained(socket: WebSocket): Promise<void> {
  let left = socket.bufferedAmount;
  let since = Date.now();
  while (socket.readyState === socket.OPEN && socket.bufferedAmount > limits.socketBufferBytes / 4) {
    // A slow line is no reason to be closed: only a reader that has stopped is.
    if (socket.bufferedAmount < left) [left, since] = [socket.bufferedAmount, Date.now()];
    if (Date.now() - since > limits.socketDrain)
      return socket.close(CLOSE.tooSlow, 'reading too slowly; reconnect with since');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
