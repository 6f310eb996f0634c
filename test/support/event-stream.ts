// A client of the event stream for tests: reads it as the HTML Standard says (section 9.2.6), and keeps every message.
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { FeedMessage } from './feed.ts';

// Only ends what would never end: a busy machine may take long.
const TIME_LIMIT = 120_000;

/** A message that was dispatched: its type, the last id at that moment, and its data. */
interface Dispatched {
  type: string;
  id: string;
  data: string;
}

export interface TestStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body, as far as it has arrived. */
  text(): string;
  events: Dispatched[];
  messages: FeedMessage[];
  /** The changes among the messages. */
  changes(): FeedMessage[];
  /** What a client sends as Last-Event-ID. */
  lastId(): string;
  /** Resolves when the stream fits; rejects when it never does. */
  until(fits: (stream: TestStream) => boolean): Promise<void>;
  /** How the body ended: complete, or cut off. */
  ended: Promise<'complete' | 'cut'>;
  response: IncomingMessage;
  close(): void;
}

export async function openStream(
  url: string,
  query = '',
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<TestStream> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${url}/api/v1/changes/stream${query}`, { method, headers, agent: false })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
  const parser = createParser();
  const waiting = new Set<() => void>();
  let text = '';
  response.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    parser.feed(piece);
    for (const check of waiting) check();
  });
  const ended = new Promise<'complete' | 'cut'>((resolve) => {
    response.on('close', () => resolve(response.complete ? 'complete' : 'cut'));
    response.on('error', () => {});
  });
  const messages = () => parser.events.map(({ data }) => JSON.parse(data) as FeedMessage);
  const stream: TestStream = {
    status: response.statusCode as number,
    headers: response.headers,
    text: () => text,
    events: parser.events,
    get messages() {
      return messages();
    },
    changes: () => messages().filter(({ seq, event }) => seq !== undefined && event !== 'connected'),
    lastId: parser.lastId,
    until: (fits) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`the stream did not send what was expected; it ends with ${text.slice(-1000)}`));
        }, TIME_LIMIT);
        const check = () => {
          if (!fits(stream)) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    ended,
    response,
    close: () => void response.destroy(),
  };
  return stream;
}

function createParser() {
  const events: Dispatched[] = [];
  let rest = '';
  let lastId = '';
  let [id, type, data] = ['', '', ''];

  function readLine(line: string): void {
    if (line === '') {
      dispatch();
      return;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'id') id = value;
    if (name === 'event') type = value;
    if (name === 'data') data += `${value}\n`;
  }

  function dispatch(): void {
    lastId = id;
    if (data !== '') events.push({ type: type === '' ? 'message' : type, id, data: data.slice(0, -1) });
    [type, data] = ['', ''];
  }

  return {
    events,
    lastId: () => lastId,
    feed(piece: string): void {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() as string;
      for (const line of lines) readLine(line);
    },
  };
}
