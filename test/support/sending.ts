// A service that sends, the accounts it sends through, and the feed that reports the result of each mail.
import { expect } from 'vitest';
import type { Config } from '../../src/config.ts';
import type { Email } from '../../src/resources/email.ts';
import { type FeedMessage, openFeed, type TestFeed } from './feed.ts';
import { startTestService, type TestService } from './service.ts';

export type Mail = Email & { id: string };

export interface SendingService {
  service: TestService;
  feed: TestFeed;
  /** Adds an account, which must be connected; returns its id. */
  addAccount(smtp: object, more?: object): Promise<string>;
  /** The data of an answer, which must be a success. */
  make(method: string, path: string, body?: unknown): Promise<Mail>;
  /** POST /emails/send, with defaults for what is not given. */
  send(accountId: string | null, more?: object): Promise<Mail>;
  get(id: string): Promise<Mail>;
  /** The data of this event of the mail; waits for the event. */
  untilEvent(id: string, event: string, count?: number): Promise<Mail>;
  /** The mail once it is queued again after an attempt that failed. */
  untilDeferred(id: string): Promise<Mail>;
  /** The mail after so many attempts, whatever their result. */
  untilAttempt(id: string, attempts: number): Promise<Mail>;
  /** The names of the events of a mail, without `email.`, and its status with each. */
  eventsOf(id: string): string[];
  end(): Promise<void>;
}

/** Settings that let tests connect to this machine, with short retry delays. */
export const quick = { allowHosts: '127.0.0.1', sendRetryBase: '0.05', sendTimeout: '20' };

export async function startSending(given: Partial<Record<keyof Config, string>> = {}): Promise<SendingService> {
  const service = await startTestService({ ...quick, ...given });
  const feed = await openFeed(service.url);
  const make = async (method: string, path: string, body?: unknown): Promise<Mail> => {
    const answer = await service.ask(method, path, body);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: expect.toSatisfy((s) => s < 300) });
    return (answer.body as { data: Mail }).data;
  };
  const of = (id: string) => feed.changes().filter(({ data }) => data.id === id);
  // The deadline is generous: it only ends a wait that cannot succeed.
  const waitFor = async (id: string, fits: (message: FeedMessage) => boolean, count = 1): Promise<Mail> => {
    const found = () => of(id).filter(fits)[count - 1];
    for (let tens = 0; tens < 5 && !found(); tens++) await feed.until(() => Boolean(found())).catch(() => {});
    const message = found();
    if (!message)
      throw new Error(
        `the mail ${id} does not have the expected event: ${JSON.stringify(of(id).map(({ event, data }) => [event, data.status, data.subject, data.send_error]))}`,
      );
    return message.data as unknown as Mail;
  };
  return {
    service,
    feed,
    make,
    async addAccount(smtp, more = {}) {
      const made = await make('POST', '/email-accounts', {
        address: 'ann@example.org',
        from_name: 'Ann Lee',
        smtp,
        ...more,
      });
      expect(made).toMatchObject({ status: 'connected', status_detail: null });
      return made.id;
    },
    send: (accountId, more = {}) =>
      make('POST', '/emails/send', {
        account_id: accountId,
        to_addresses: ['Bob <bob@example.net>'],
        subject: 'Sunday',
        body_plain: 'Tea at five?',
        ...more,
      }),
    get: (id) => make('GET', `/emails/${id}`),
    untilEvent: (id, event, count) => waitFor(id, (one) => one.event === event, count),
    untilDeferred: (id) => waitFor(id, ({ data }) => data.status === 'queued' && data.send_attempts !== 0),
    untilAttempt: (id, attempts) =>
      waitFor(id, ({ data }) => data.send_attempts === attempts && data.status !== 'sending'),
    eventsOf: (id) => of(id).map(({ event, data }) => `${event.replace('email.', '')} ${data.status}`),
    async end() {
      await feed.close();
      await service.end();
    },
  };
}

/** The headers of a message, unfolded, by their names in lower case; a repeated name is an error. */
export function headersOf(bytes: Buffer): Record<string, string> {
  const [head = ''] = bytes.toString('latin1').split('\r\n\r\n', 1);
  const headers: Record<string, string> = {};
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon < 1 || headers[name] !== undefined) throw new Error(`malformed or repeated header: ${line}`);
    headers[name] = line.slice(colon + 1).trim();
  }
  return headers;
}
