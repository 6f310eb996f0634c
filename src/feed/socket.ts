// One WebSocket client: its messages, its pings, and how its socket is closed.
import type { WebSocket } from 'ws';
import type { Principal } from '../access/access.ts';
import { readInstruction } from './instructions.ts';
import { Intake } from './intake.ts';
import { reach } from './messages.ts';
import type { Channel } from './outbox.ts';
import { type CloseReason, type FeedClient, type FeedParts, type FeedRequest, Subscriber } from './subscriber.ts';

/** Close codes: those of RFC 6455, and of the feed. */
export const CLOSE: Record<CloseReason, number> = {
  unauthorized: 4401,
  tooSlow: 4408,
  cursorExpired: 4410,
  goingAway: 1001,
  failed: 1011,
};

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

/** Large messages are sent in fragments (RFC 6455 section 5.4). */
function channelOf(socket: WebSocket): Channel {
  return {
    isOpen: () => socket.readyState === socket.OPEN,
    send: ({ bytes, isLast }, landed) => socket.send(bytes, { binary: false, fin: isLast }, landed),
  };
}

class Client implements FeedClient {
  readonly principal: Principal;
  private readonly socket: WebSocket;
  private readonly parts: FeedParts;
  private readonly subscriber: Subscriber;
  private readonly intake: Intake;
  private answered = true;

  constructor(socket: WebSocket, principal: Principal, request: FeedRequest, parts: FeedParts) {
    this.socket = socket;
    this.principal = principal;
    this.parts = parts;
    this.subscriber = new Subscriber(principal, request, {
      ...parts,
      channel: channelOf(socket),
      close: (reason, text) => this.close(reason, text),
    });
    this.intake = new Intake(socket, this.subscriber.outbox);
  }

  get cursor(): number {
    return this.subscriber.cursor;
  }

  start(since: number | undefined): void {
    const { socket, intake, subscriber } = this;
    intake.pause(); // until the first message is sent
    socket.on('message', (data, isBinary) => this.onMessage(isBinary ? '' : data.toString()));
    socket.on('ping', () => void intake.holdBack()); // ws has answered it
    socket.on('pong', () => {
      this.answered = true;
    });
    socket.on('close', () => subscriber.leave());
    socket.on('error', () => socket.terminate());
    this.join(since).catch((error: unknown) => subscriber.fail(error));
  }

  close(reason: CloseReason, text: string): void {
    this.subscriber.leave();
    this.socket.resume(); // to receive the client's answer to the close
    this.socket.close(CLOSE[reason], text);
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
    const newest = await reach(this.parts.store, this.principal.user, since);
    this.subscriber.join(newest, since);
    this.intake.resume(); // the first message precedes every answer
  }

  private onMessage(text: string): void {
    const { subscriber, intake } = this;
    const instruction = readInstruction(text, subscriber.wanted);
    if (instruction.problem) subscriber.notify('error', { code: 'VALIDATION_ERROR', message: instruction.problem });
    else if (instruction.ping) void this.pong();
    else subscriber.subscriptionChanged();
    void intake.holdBack();
  }

  // Answered after every change stored before the ping; the messages after the ping wait. The seq is that of the last of
  // these changes, whether the client was sent it or not.
  private async pong(): Promise<void> {
    let reached = {};
    this.intake.pause();
    try {
      const seq = await this.subscriber.caughtUp();
      if (this.cursor >= seq) reached = { seq };
    } catch {
      // a ping checks the connection, not the log
    }
    this.subscriber.notify('pong', reached);
    this.intake.resume();
  }
}
