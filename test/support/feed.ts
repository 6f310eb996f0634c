// A client of the change feed for tests: keeps every message, waits for what is expected, and compares every change with
// the OpenAPI document.
import { WebSocket } from 'ws';
import { changeFaults } from '../http/docs/document.ts';

// Only ends what would never end: a busy machine may take long.
const TIME_LIMIT = 120_000;

export interface FeedMessage {
  event: string;
  seq: number;
  timestamp: string;
  data: Record<string, unknown>;
  [member: string]: unknown;
}

export interface TestFeed {
  messages: FeedMessage[];
  /** The changes among the messages. */
  changes(): FeedMessage[];
  /** Resolves when the messages fit; rejects when they never do. */
  until(fits: (messages: FeedMessage[]) => boolean): Promise<void>;
  /** All that was sent up to now has arrived when this resolves: a pong comes after it. */
  settled(): Promise<void>;
  closed: Promise<{ code: number; reason: string }>;
  socket: WebSocket;
  close(): Promise<void>;
}

const isChange = ({ event, seq }: FeedMessage) =>
  seq !== undefined && !['connected', 'pong', 'counts.updated'].includes(event);

export async function openFeed(url: string, query = '', headers: Record<string, string> = {}): Promise<TestFeed> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws${query}`, { headers });
  const messages: FeedMessage[] = [];
  const misfits: string[] = [];
  const isComplete = !query.includes('body=false');
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString()) as FeedMessage;
    messages.push(message);
    if (isComplete && isChange(message)) misfits.push(...changeFaults(message));
    for (const check of waiting) check();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  const until = (fits: (messages: FeedMessage[]) => boolean) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(check);
        reject(
          new Error(
            `the feed did not send what was expected; its ${messages.length} messages end with ${JSON.stringify(messages.slice(-10))}`,
          ),
        );
      }, TIME_LIMIT);
      const check = () => {
        if (!fits(messages)) return;
        clearTimeout(timer);
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  // Greeted or refused: what is written before the greeting is not sent to a client without `since`.
  await new Promise<void>((resolve, reject) => {
    socket.once('message', () => resolve());
    socket.once('close', () => resolve());
    socket.on('error', reject);
  });
  return {
    messages,
    changes: () => messages.filter(isChange),
    until,
    async settled() {
      const pongs = () => messages.filter((message) => message.event === 'pong').length;
      const before = pongs();
      socket.send('{"action":"ping"}');
      await until(() => pongs() > before);
    },
    closed,
    socket,
    async close() {
      socket.close();
      await closed;
      if (misfits.length > 0)
        throw new Error(`changes in the feed do not fit the OpenAPI document: ${misfits.join('; ')}`);
    },
  };
}
