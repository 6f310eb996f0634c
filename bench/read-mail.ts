// How much processor time messages take to be read, of all threads, and how much memory: 10,000 mails of mixed kinds, and
// one with an attachment of 25 MB, which is read from a file where the reader does that. With the folder of another
// checkout as its argument it measures both, in turns: node bench/read-mail.ts ../other
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

interface Reader {
  read(message: Uint8Array | { path: string; size: number }): Promise<{ problem: unknown }>;
  close(): Promise<void>;
  readsFiles: boolean;
}

const MAILS = 10_000;
const ROUNDS = 3;
const LARGE = 25_000_000;
const IN_MEMORY = 1024 * 1024; // bytes of a message that are not written to a file
const own = fileURLToPath(new URL('..', import.meta.url));

async function compare(folders: string[]): Promise<void> {
  const mails = Array.from({ length: MAILS }, (_, at) => mail(at));
  const bytes = mails.reduce((sum, { length }) => sum + length, 0);
  print(`${MAILS} mails, ${(bytes / 1e6).toFixed(0)} MB; the least processor time of ${ROUNDS} rounds, in turns`);
  const readers = await Promise.all(folders.map(open));
  const best = folders.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, reader] of readers.entries()) best[at] = Math.min(best[at] as number, await timed(reader, mails));
  for (const [at, one] of folders.entries()) print(`${one}: ${best[at]?.toFixed(0)} ms`);
  for (const [name, make] of Object.entries(large)) {
    const raw = make();
    for (const [at, reader] of readers.entries()) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) times.push(await timed(reader, [raw]));
      const memory = execFileSync(process.execPath, [
        fileURLToPath(import.meta.url),
        'memory',
        folders[at] as string,
        name,
      ]);
      print(
        `${folders[at]}: ${name}, ${(raw.length / 1e6).toFixed(0)} MB: ${Math.min(...times).toFixed(0)} ms, ${memory} more`,
      );
    }
  }
  await Promise.all(readers.map((reader) => reader.close()));
}

async function timed(reader: Reader, mails: Buffer[]): Promise<number> {
  const before = process.cpuUsage();
  for (const raw of mails) {
    const { problem } = await (reader.readsFiles && raw.length > IN_MEMORY ? readFile(reader, raw) : reader.read(raw));
    if (problem) throw new Error(JSON.stringify(problem));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

// The file of the message is written too, as the service does; the attachments end beside it.
async function readFile(reader: Reader, raw: Buffer): Promise<{ problem: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'));
  const path = join(folder, 'message');
  writeFileSync(path, raw);
  try {
    return await reader.read({ path, size: raw.length });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In a process of its own: how far its memory grows beyond the message itself. */
async function measureMemory(folder: string, name: keyof typeof large): Promise<void> {
  const raw = (large[name] as () => Buffer)();
  const reader = await open(folder);
  await timed(reader, [mail(0)]);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 2);
  await timed(reader, [raw]);
  clearInterval(timer);
  await reader.close();
  process.stdout.write(`${((Math.max(most, process.memoryUsage().rss) - before) / 1e6).toFixed(0)} MB`);
}

async function open(folder: string): Promise<Reader> {
  const places = ['src/protocols/mime/read-message.ts', 'src/mail/read-message.ts'].map((file) => join(folder, file));
  const place = places.find(existsSync);
  if (!place) throw new Error(`${folder} is not a checkout of Daybook.`);
  const { createMessageReader } = (await import(pathToFileURL(place).href)) as {
    createMessageReader(): Omit<Reader, 'readsFiles'>;
  };
  const readsFiles = existsSync(join(folder, 'src/protocols/mime/source.ts'));
  return Object.assign(createMessageReader(), { readsFiles });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function mail(at: number): Buffer {
  const kinds = [plain, newsletter, withFile, russian, plain, report];
  return (kinds[at % kinds.length] as typeof plain)(at);
}

function header(at: number, ...fields: string[]): string {
  return [
    ...Array.from(
      { length: 6 },
      (_, hop) =>
        `Received: from mx${hop}.example.org (mx${hop}.example.org [192.0.2.${hop}])\r\n\tby mx.example.net with ESMTPS id ${at};\r\n\tTue, 17 Feb 2026 09:00:00 +0000`,
    ),
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=one;\r\n\tbh=${'a'.repeat(44)};\r\n\tb=${'b'.repeat(340)}`,
    `Message-ID: <${at}@example.org>`,
    `References: ${Array.from({ length: at % 8 }, (_, id) => `<${id}.${at}@example.org>`).join('\r\n\t')}`,
    `From: =?utf-8?Q?J=C3=BCrgen_M=C3=BCller?= <j${at}@example.org>`,
    `To: ${Array.from({ length: 1 + (at % 5) }, (_, to) => `"Lee, Ann ${to}" <ann${to}@example.net>`).join(',\r\n\t')}`,
    'Subject: =?utf-8?B?R3LDvMOfZSBhdXMgS8O2bG4=?= about the lease',
    'Date: Tue, 17 Feb 2026 09:00:00 +0100',
    'MIME-Version: 1.0',
    ...fields,
  ].join('\r\n');
}

function lines(count: number, text: string): string {
  return `${text}\r\n`.repeat(count);
}

function plain(at: number): Buffer {
  const body = lines(20 + (at % 60), 'The lease is at the office, and the keys are with Ann; see you on Tuesday.');
  return Buffer.from(`${header(at, 'Content-Type: text/plain; charset=utf-8')}\r\n\r\n${body}`);
}

function russian(at: number): Buffer {
  const text = Buffer.from('f0d2c9d7c5d42c20cdc9d20d0a'.repeat(200), 'hex');
  const fields = ['Content-Type: text/plain; charset=koi8-r', 'Content-Transfer-Encoding: base64'];
  return Buffer.from(`${header(at, ...fields)}\r\n\r\n${base64(text)}`);
}

function newsletter(at: number): Buffer {
  const html = lines(
    300 + (at % 200),
    '<td style=3D"color: #333333; padding: 4px">Gr=C3=BC=C3=9Fe aus K=C3=B6ln</td>=',
  );
  const text = lines(60, 'Gr=C3=BC=C3=9Fe aus K=C3=B6ln, and all the news of this week, =');
  return multipart(header(at), 'alternative', [
    `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${text}`,
    `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${html}`,
  ]);
}

function withFile(at: number): Buffer {
  const file = Buffer.alloc(20_000 + (at % 7) * 20_000, 'some bytes of a file');
  return multipart(header(at), 'mixed', [
    `Content-Type: text/plain; charset=iso-8859-1\r\n\r\n${lines(10, 'Please find the file below.')}`,
    `Content-Type: application/pdf; name="lease.pdf"\r\nContent-Disposition: attachment;\r\n filename*=utf-8''Gr%C3%BC%C3%9Fe.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(file)}`,
  ]);
}

function report(at: number): Buffer {
  return multipart(header(at), 'report; report-type=delivery-status', [
    '\r\nIt could not be delivered.',
    'Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; bob@example.org\r\nAction: failed\r\nStatus: 5.1.1',
    `Content-Type: message/rfc822\r\n\r\n${plain(at)}`,
  ]);
}

function multipart(top: string, type: string, parts: string[]): Buffer {
  const body = parts.map((part) => `--=_boundary\r\n${part}\r\n`).join('');
  return Buffer.from(
    `${top}\r\nContent-Type: multipart/${type}; boundary="=_boundary"\r\n\r\n${body}--=_boundary--\r\n`,
  );
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
}

const attached = (encoding: string, body: string) =>
  multipart(header(0), 'mixed', [
    '\r\nThe file.',
    `Content-Type: application/octet-stream; name=large.bin\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`,
  ]);

const large = {
  base64: () => attached('base64', base64(Buffer.alloc(LARGE, 'some bytes of a file, \0\x01\x02\xff'))),
  'quoted-printable': () =>
    attached('quoted-printable', lines(LARGE / 52, 'some bytes of a file with =E4=F6=FC=DF in it, =3D and so on=20')),
  '8bit': () => attached('8bit', lines(LARGE / 50, 'some bytes of a file, which are not encoded at all')),
};

const [argument, folder, kind] = process.argv.slice(2);
if (argument === 'memory') await measureMemory(folder as string, kind as keyof typeof large);
else await compare(argument === undefined ? [own] : [argument, own]);
