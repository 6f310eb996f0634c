// One client of server-sent events (HTML Standard, section 9.2): the messages of the feed as the body of a response that
// does not end. A client that lost its connection sends the id of the last message as Last-Event-ID.
import type { ServerResponse } from 'node:http';
import type { Principal } from '../access/access.ts';
import { limits } from '../limits.ts';
import type { Channel } from './outbox.ts';
import { noticeOf, type Packet } from './packet.ts';
import {
  type CloseReason,
  type FeedClient,
  type FeedParts,
  type FeedRequest,
  FIRST,
  Subscriber,
} from './subscriber.ts';

export interface StreamRequest extends FeedRequest {
  /** Whether each message has the name of its event, so that listeners of this name receive it. */
  named: boolean;
  /** The end of the log, which has been read. */
  newest: number;
}

/** How long a client waits before it connects again; the first lines of every stream. */
export const PREAMBLE = `retry: ${limits.streamRetry}\n\n`;

const HEARTBEAT = 'heartbeat';
const END_OF_MESSAGE = Buffer.from('\n\n');

/** The headers of the response must have been sent. */
export function startEventStream(
  response: ServerResponse,
  principal: Principal,
  request: StreamRequest,
  parts: FeedParts,
): FeedClient {
  const client = new EventStream(response, principal, request, parts);
  client.start(request);
  return client;
}

class EventStream implements FeedClient {
  readonly principal: Principal;
  private readonly response: ServerResponse;
  private readonly named: boolean;
  private readonly subscriber: Subscriber;

  constructor(response: ServerResponse, principal: Principal, request: StreamRequest, parts: FeedParts) {
    this.response = response;
    this.principal = principal;
    this.named = request.named;
    this.subscriber = new Subscriber(principal, request, {
      ...parts,
      channel: this.channel(),
      close: (reason, text) => this.close(reason, text),
    });
  }

  get cursor(): number {
    return this.subscriber.cursor;
  }

  start({ newest, since }: StreamRequest): void {
    const { response, subscriber } = this;
    response.on('close', () => subscriber.leave());
    response.on('error', () => response.destroy());
    response.write(PREAMBLE);
    subscriber.join(newest, since);
  }

  /** A message that has begun is not finished; clients ignore it, because the empty line after it is missing. */
  close(reason: CloseReason, text: string): void {
    const { response } = this;
    this.subscriber.leave();
    if (reason === 'tooSlow')
      response.destroy(); // it would not read the end either
    else if (!response.writableEnded) response.end(`\n: ${text}\n`);
    setTimeout(() => this.terminate(), limits.socketLinger).unref();
  }

  terminate(): void {
    this.response.destroy();
  }

  /**
   * A comment, so that proxies and clients see that the connection works, with the position in the log: a client that
   * filters most changes resumes from there. While messages are sent, only checks that the client reads them.
   */
  ping(): void {
    const { outbox } = this.subscriber;
    if (outbox.isEmpty()) outbox.push(noticeOf(HEARTBEAT, `: heartbeat\nid: ${this.cursor}\n\n`));
    else void outbox.moved(limits.socketDrain).then((moved) => moved || this.subscriber.tooSlow());
  }

  private channel(): Channel {
    const { response } = this;
    return {
      isOpen: () => !response.writableEnded && !response.destroyed,
      send: ({ bytes, packet, isFirst, isLast }, landed) => {
        const parts = [bytes];
        if (isFirst) parts.unshift(this.headOf(packet));
        if (isLast && packet.event !== HEARTBEAT) parts.push(END_OF_MESSAGE);
        response.write(parts.length === 1 ? bytes : Buffer.concat(parts), landed);
      },
    };
  }

  /** The lines before the data. JSON has no line breaks outside of its strings, and escapes those in them. */
  private headOf({ seq, event }: Packet): Buffer {
    if (event === HEARTBEAT) return Buffer.alloc(0);
    // The first message has one too, so that a client resumes from it.
    const id = event === FIRST ? this.cursor : seq;
    // EventSource has an event of its own with the name error.
    const isNamed = this.named && event !== 'error';
    return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}${isNamed ? `event: ${event}\n` : ''}data: `);
  }
}
