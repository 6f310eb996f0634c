// Python's mailbox module as another program: it reads what an export writes, message by message with the same bytes, and
// what it writes in five formats is imported as it was.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engine, newMigratedDatabase } from '../support/databases.ts';
import { at, run, temporaryFolder } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

interface Mail {
  id: string;
  subject: string;
  folder: string;
  is_read: boolean;
  is_starred: boolean;
  labels: string[];
  attachments: { file_id: string }[];
}

interface Written {
  subject: string;
  is_read: boolean;
  is_starred: boolean;
  sha256: string;
  attachments: string[];
}

interface Read {
  id: string;
  status: string;
  more: string;
  subject: string;
  sha256: string;
  attachments: string[];
}

const script = fileURLToPath(new URL('./support/mailboxes.py', import.meta.url));
const python = (...args: string[]) =>
  JSON.parse(execFileSync('/usr/bin/python3', [script, ...args], { encoding: 'utf8' }));
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function newPlace() {
  const { place: database } = await newMigratedDatabase();
  const data = engine === 'postgres' ? temporaryFolder() : dirname(database);
  return { database, data, options: [...at(database), ...(engine === 'postgres' ? ['--data', data] : [])] };
}

/** All mail with the digests of its source and of its attachments. */
async function mailsIn({ database, data }: { database: string; data: string }) {
  const service = await startTestService({ data, database });
  const bytes = async (path: string) =>
    digest(new Uint8Array(await (await fetch(`${service.url}/api/v1${path}`)).arrayBuffer()));
  try {
    const { body } = await service.ask('GET', '/emails?limit=500');
    const mails = (body as { data: Mail[] }).data;
    return await Promise.all(
      mails.map(async (mail) => ({
        ...mail,
        sha256: await bytes(`/emails/${mail.id}/raw`),
        files: await Promise.all(mail.attachments.map(({ file_id }) => bytes(`/files/${file_id}/content`))),
      })),
    );
  } finally {
    await service.stop();
  }
}

async function succeed(...args: string[]): Promise<string> {
  const finished = await run(args);
  expect(finished).toMatchObject({ code: 0 });
  return finished.out;
}

describe('what Python writes', () => {
  it('as mbox, MMDF, Babyl, Maildir and MH is imported with its bytes, flags and attachments', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const written = python('write', folder) as Record<string, Written[]>;
    const total = Object.values(written).flat().length;
    expect(total).toBe(35);
    expect(await succeed('import', folder, ...place.options)).toContain(`imported ${total} messages`);
    const mails = await mailsIn(place);
    for (const [kind, messages] of Object.entries(written)) {
      const found = mails.filter((mail) => mail.folder === `of-${kind}`);
      const shown = found.map((mail) => ({
        subject: mail.subject,
        is_read: mail.is_read,
        is_starred: kind === 'babyl' ? mail.labels.includes('star') : mail.is_starred,
        sha256: mail.sha256,
        attachments: mail.files,
      }));
      const bySubject = (a: { subject: string }, b: { subject: string }) => (a.subject < b.subject ? -1 : 1);
      expect([kind, shown.sort(bySubject)]).toEqual([kind, messages.sort(bySubject)]);
    }
  });
});

describe('what is exported', () => {
  const FROM = 'From ann@example.org Tue Feb 17 09:00:00 2026';
  const mail = (subject: string, body: string, ...more: string[]) =>
    ['From: ann@example.org', `Subject: ${subject}`, ...more, '', body].join('\n');
  const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const parts = [
    'Content-Type: multipart/mixed; boundary=b1',
    `--b1\n\nHello.\n--b1\nContent-Type: application/octet-stream; name=every.bin\nContent-Transfer-Encoding: base64\n\n${every.toString('base64')}\n--b1--\n`,
  ] as const;
  const sources: Record<string, string> = {
    plain: mail('plain', 'Hello.\n'),
    'from lines': mail('from lines', `From here\n>From there\n\n${FROM}\nSubject: no\n\nx\n`),
    'blank lines': mail('blank lines', '\n\nx\n\n\n'),
    bytes: mail('bytes', `${every.toString('latin1').replaceAll('\n', '')}\n`),
    parts: mail('parts', parts[1], parts[0]),
    'a patch': mail(
      'a patch',
      parts[1].replace('Hello.', `From ${'8a'.repeat(20)} Mon Sep 17 00:00:00 2001\nx`),
      parts[0],
    ),
  };
  const crlf = Object.entries(sources).map(([name, text]) => [
    `${name} 2`,
    text.replace(name, `${name} 2`).replaceAll('\n', '\r\n'),
  ]);

  it('is read by Python: as many messages, each with its flags, its bytes and its attachments', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'in'));
    const all = [...Object.entries(sources), ...crlf] as [string, string][];
    for (const [name, text] of all) writeFileSync(join(folder, 'in', `${name}.eml`), text, 'latin1');
    // With CR alone: the header, the text and the attachments are there for Python too.
    const cr = mail('parts 3', parts[1], parts[0]).replaceAll('\n', '\r');
    writeFileSync(join(folder, 'in', 'cr.eml'), cr, 'latin1');
    await succeed('import', join(folder, 'in'), ...place.options);
    await succeed('export', '--mbox', join(folder, 'out'), ...place.options);
    const mails = await mailsIn(place);
    const files = readdirSync(join(folder, 'out')).map((name) => join(folder, 'out', name));
    const read = python('read', ...files) as Read[];
    expect(read).toHaveLength(mails.length);
    for (const one of read) {
      const own = mails.find(({ id }) => id === one.id);
      expect(one).toMatchObject({ subject: own?.subject, status: own?.is_read ? 'RO' : 'O', attachments: own?.files });
      if (own?.subject !== 'parts 3') expect([own?.subject, one.sha256]).toEqual([own?.subject, own?.sha256]);
    }
  });
});
