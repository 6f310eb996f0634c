// The threads that read attached mails are shared between users, and what they have read is kept.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendHtml } from '../../src/http/routes/mail-pages.ts';
import type { Call } from '../../src/http/routes/route.ts';
import { limits } from '../../src/limits.ts';
import { createAttachedMails } from '../../src/mail/attached/attached-mail.ts';
import { storeIncoming } from '../../src/mail/incoming.ts';
import { createMessageReader, type MessageReader } from '../../src/protocols/mime/read-message.ts';
import type { Email } from '../../src/resources/email.ts';
import { addUser } from '../../src/store/tables/users.ts';
import type { ParsedMail } from '../../src/values/parsed-mail.ts';
import { blobsOf, receiveMail } from '../support/incoming.ts';
import { message, multipart } from '../support/messages.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';

const HOUR = 3_600_000;
const attach = (mail: Buffer) =>
  `Content-Type: message/rfc822; name=mail.eml\nContent-Disposition: attachment; filename=mail.eml\n\n${String(mail).replaceAll('\r\n', '\n')}`;
const boxed = (subject: string, ...parts: string[]) => multipart(parts, 'mixed', subject, [`Subject: ${subject}`]);
const simple = (subject: string) => message([`Subject: ${subject}`], `The text of ${subject}.`);

let service: TestService;
let messages: MessageReader;
const [ANN, BOB, CARL] = [0, 1, 2] as const;
const users: number[] = [1];

beforeAll(async () => {
  service = await startTestService();
  messages = createMessageReader();
  for (const name of ['bob', 'carl']) users.push((await addUser(service.store, name))?.id as number);
});
afterAll(async () => {
  await messages.close();
  await service.end();
});

/** The mail of a user, to read what is attached to it. */
async function ownerOf(at: number, raw: Buffer) {
  const mail = await receiveMail(service, await messages.read(raw), raw);
  const user = users[at] as number;
  const { record } = await service.store.write(user, (tx) => storeIncoming(tx, blobsOf(service), mail));
  return { store: service.store, blobs: blobsOf(service), user, mail: record as unknown as Email };
}

type File = Parameters<MessageReader['readAttached']>[0];
/** The subject of a message and the path within it. */
function nameOf(file: File, path: readonly number[]): string {
  const raw = file instanceof Uint8Array ? Buffer.from(file) : readFileSync(file.path);
  return [/^Subject: (.*?)\r?$/m.exec(String(raw))?.[1], ...path].join(' ');
}

/** Attached mails whose threads end a task on demand; `started` has the subjects of those that were given to them. */
function start() {
  const started: string[] = [];
  let isEnded = false;
  const running = new Map<string, (mail: ParsedMail | null) => void>();
  const attached = createAttachedMails({
    patience: HOUR,
    reader: {
      readAttached(file, path) {
        const name = nameOf(file, path);
        started.push(name);
        return isEnded ? Promise.resolve(null) : new Promise((done) => running.set(name, done));
      },
      close: async () => {},
    },
  });
  const end = (name: string) => running.get(name)?.(null); // as if it were not there
  const endAll = () => {
    isEnded = true;
    for (const name of running.keys()) end(name);
  };
  const untilStarted = (count: number) =>
    waitUntil(
      () => started.length,
      (length) => length >= count,
    );
  return { attached, started, end, endAll, untilStarted };
}

describe('attached mails of several users', () => {
  it('are read in two threads, one of each user in turn and one of a user at a time', async () => {
    const { attached, started, end, untilStarted } = start();
    const mailOf = (at: number, ...subjects: string[]) =>
      ownerOf(at, boxed('outer', '\nText.', ...subjects.map((subject) => attach(simple(subject)))));
    const ann = await mailOf(ANN, 'a1', 'a2', 'a3');
    const bob = await mailOf(BOB, 'b1', 'b2');
    const carl = await mailOf(CARL, 'c1');
    const reads: Promise<unknown>[] = [];
    const ask = (owner: typeof ann, path: string) => reads.push(attached.mail(owner, path).catch(() => {}));
    for (const path of ['0', '1', '2']) ask(ann, path);
    await untilStarted(1);
    for (const path of ['0', '1']) ask(bob, path);
    ask(carl, '0');
    await untilStarted(2);
    expect(started).toEqual(['a1', 'b1']);
    for (const [count, name] of ['b1', 'a1', 'b2'].entries()) {
      end(name);
      await untilStarted(count + 3);
    }
    expect(started).toEqual(['a1', 'b1', 'b2', 'a2', 'c1']);
    for (const name of ['c1', 'a2']) end(name);
    await untilStarted(6);
    end('a3');
    await Promise.all(reads);
    expect(started).toEqual(['a1', 'b1', 'b2', 'a2', 'c1', 'a3']);
  });

  it('wait up to a limit for each user: one with too many does not take the places of another', async () => {
    const { attached, started, endAll, untilStarted } = start();
    const ann = await ownerOf(ANN, boxed('outer', attach(simple('a1'))));
    const bob = await ownerOf(BOB, boxed('outer', '\nText.', attach(simple('b1'))));
    const ask = (owner: typeof ann) => attached.mail(owner, '0');
    const reads = Array.from({ length: limits.attachedMailsWaiting + 1 }, () => ask(ann));
    await expect(ask(ann)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
    // Also for the page of a mail that has nothing else: it would be empty.
    const call = { ...ann, id: ann.mail.id, query: {}, principal: { scopes: new Set(['files:read']) } };
    const page = sendHtml({ ...call, services: { attached } } as unknown as Call, {} as never, {} as never);
    await expect(page).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    reads.push(ask(bob));
    await untilStarted(2);
    expect([...started].sort()).toEqual(['a1', 'b1']);
    endAll();
    await Promise.allSettled(reads);
    expect(started).toHaveLength(reads.length);
  });
});

describe('a mail within attached mails', () => {
  const deep = () =>
    boxed('outer', '\nText.', attach(boxed('d1', '\nText.', attach(boxed('d2', '\nText.', attach(simple('d3')))))));
  /** The tasks of threads that read it, in their order. */
  async function reading(raw: Buffer) {
    const started: string[] = [];
    const owner = await ownerOf(ANN, raw);
    const attached = createAttachedMails({
      patience: HOUR,
      reader: {
        readAttached(file, path) {
          started.push(nameOf(file, path));
          return messages.readAttached(file, path);
        },
        close: async () => {},
      },
    });
    return { started, read: (path: string) => attached.mail(owner, path) };
  }

  it('is read in one task, whose time is for all levels, and kept', async () => {
    const { started, read } = await reading(deep());
    for (let count = 0; count < 2; count++)
      expect(await read('0.0.0')).toMatchObject({ subject: 'd3', body_plain: expect.stringContaining('text of d3') });
    expect(started).toEqual(['d1 0 0']);
  });

  it('is read from the mail around it if that is kept', async () => {
    const { started, read } = await reading(deep());
    for (const [path, subject] of [
      ['0', 'd1'],
      ['0.0.0', 'd3'],
      ['0.0', 'd2'],
      ['0.0.0', 'd3'],
    ])
      expect(await read(path as string)).toMatchObject({ subject });
    await expect(read('0.0.1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(started).toEqual(['d1', 'd2 0', 'd2']);
  });
});
