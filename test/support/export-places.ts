// Places that mail is exported from and imported into, and all that they hold.
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { expect } from 'vitest';
import { addAccount } from './accounts.ts';
import { engine, newMigratedDatabase } from './databases.ts';
import { at, run, temporaryFolder } from './process.ts';
import { startTestService, type TestService } from './service.ts';

type MailRecord = Record<string, unknown> & {
  id: string;
  subject: string | null;
  attachments: Record<string, unknown>[];
};

interface Kept {
  mails: MailRecord[];
  /** Digests of sources by the ids of mails, and of contents by the ids of files. */
  sources: Map<string, string>;
  files: Map<string, object>;
}

export const ACCOUNT = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
export const FROM = 'From ann@example.org Tue Feb 17 09:00:00 2026';

/** A place with nothing in it, or with one account. */
export async function newPlace({ isEmpty = false } = {}) {
  const { place: database } = await newMigratedDatabase();
  const data = engine === 'postgres' ? temporaryFolder() : dirname(database);
  const options = [...at(database), ...(engine === 'postgres' ? ['--data', data] : [])];
  const service = await startTestService({ data, database });
  if (!isEmpty) await addAccount(service, { id: ACCOUNT, authserv_id: 'mx.example.org' });
  await service.stop();
  return { database, data, options };
}

type Place = Awaited<ReturnType<typeof newPlace>>;

export async function inService<T>({ database, data }: Place, work: (service: TestService) => Promise<T>): Promise<T> {
  const service = await startTestService({ data, database });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

export async function succeed(...args: string[]): Promise<string> {
  const finished = await run(args);
  expect(finished).toMatchObject({ code: 0 });
  return finished.out;
}

export const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export async function bytesAt(service: TestService, path: string): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1${path}`);
  return answer.ok ? digest(new Uint8Array(await answer.arrayBuffer())) : `${answer.status}`;
}

export async function mailsOf(service: TestService): Promise<MailRecord[]> {
  const { body } = await service.ask('GET', '/emails?limit=500&include_deleted=true&sort=created_at&order=asc');
  return (body as { data: MailRecord[] }).data.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** All mail in every field, and all that belongs to it. */
export async function allOf(service: TestService): Promise<Kept> {
  const mails = await mailsOf(service);
  const sources = new Map<string, string>();
  const files = new Map<string, object>();
  for (const mail of mails) {
    sources.set(mail.id, await bytesAt(service, `/emails/${mail.id}/raw`));
    expect((await service.ask('GET', `/emails/${mail.id}`)).body).toEqual({ data: mail });
    for (const { file_id: id } of mail.attachments as { file_id?: string }[]) {
      if (id === undefined || files.has(id)) continue;
      files.set(id, (await service.ask('GET', `/files/${id}`)).body as object);
      sources.set(id, await bytesAt(service, `/files/${id}/content`));
    }
  }
  return { mails, sources, files };
}

export const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('latin1');
export const lines = (subject: string, ...more: string[]) => [
  'From: ann@example.org',
  `Subject: ${subject}`,
  `Message-ID: <${subject.replaceAll(' ', '-')}@example.org>`,
  ...more,
];
export const mail = (subject: string, body: string, ...more: string[]) =>
  [...lines(subject, ...more), '', body].join('\n');

/** A mailbox file as an export writes it, with any fields. */
export function exported(id: string, status: string, fields: object, ...more: string[]): string {
  const notes = [
    'X-Daybook-Folder: SENT',
    `X-Daybook-Record: ${id} ${status}`,
    `X-Daybook-Fields: ${JSON.stringify(fields)}`,
  ];
  return [FROM, ...notes, ...more, 'Status: RO', ...lines(id.slice(-1)), 'To: bob@example.org', '', 'x', '', ''].join(
    '\n',
  );
}
