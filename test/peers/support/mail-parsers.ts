// Other parsers' readings of the corpus, in the form in which they are compared with Daybook's.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import PostalMime, { type Address, type Email } from 'postal-mime';
import type { CorpusMessage, ExpectedAddress } from '../../mime-corpus/build.ts';
import { digestOf, momentOf, type PeerReading, textOf } from '../../mime-corpus/reading.ts';

const PYTHON = process.env.DAYBOOK_TEST_PYTHON ?? '/usr/bin/python3';
const script = fileURLToPath(new URL('./python-email.py', import.meta.url));

/** The readings of Python's email package, in one process. */
export function readWithPython(corpus: CorpusMessage[]): Map<string, PeerReading> {
  const input = corpus.map(({ name, raw }) => `${JSON.stringify({ name, raw: raw.toString('base64') })}\n`).join('');
  const { stdout, stderr, status, error } = spawnSync(PYTHON, [script], { input, maxBuffer: 1 << 28 });
  if (error || status !== 0) throw new Error(`${PYTHON} ${script} failed: ${error?.message ?? stderr.toString()}`);
  const lines = stdout.toString().trimEnd().split('\n');
  return new Map(lines.map((line) => JSON.parse(line)).map(({ name, reading }) => [name, reading]));
}

export async function readWithPostalMime(corpus: CorpusMessage[]): Promise<Map<string, PeerReading>> {
  const readings = new Map<string, PeerReading>();
  for (const { name, raw } of corpus) {
    try {
      readings.set(name, readingOf(await PostalMime.parse(raw, { forceRfc822Attachments: true })));
    } catch (error) {
      readings.set(name, failed(error as Error));
    }
  }
  return readings;
}

function readingOf(mail: Email): PeerReading {
  return {
    subject: lineOf(mail.subject),
    from: addressesOf(mail.from ? [mail.from] : [])[0] ?? addressesOf(mail.sender ? [mail.sender] : [])[0] ?? null,
    to: addressesOf(mail.to),
    cc: addressesOf(mail.cc),
    date: dateOf(mail.date),
    message_id: idOf(mail.messageId),
    in_reply_to: idOf(mail.inReplyTo),
    references: idsOf(mail.references),
    text: textOf(mail.text?.replaceAll('\0', '\ufffd')),
    html: textOf(mail.html?.replaceAll('\0', '\ufffd')),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename: lineOf(filename ?? undefined),
      mime: mimeType,
      ...digestOf(typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)),
    })),
  };
}

function failed({ name }: Error): PeerReading {
  const value = `(${name})`;
  const all = { subject: value, from: value, to: value, cc: value, date: value, message_id: value, text: value };
  return { ...all, in_reply_to: value, references: value, html: value, attachments: value };
}

function addressesOf(found: Address[] | undefined): ExpectedAddress[] {
  return (found ?? [])
    .flatMap((one) => one.group ?? [one])
    .map(({ address, name }) => ({ address: lineOf(address) ?? '', name: lineOf(name) }))
    .filter(({ address, name }) => address || name);
}

/** The parser's own date; one that it could not read comes back as it was written. */
function dateOf(text: string | undefined): string | null {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? null : momentOf(date);
}

// The parsers give these fields as they are written: the first id is taken, as most programs do.
function idOf(text: string | undefined): string | null {
  const [first] = idsOf(text);
  const bare = lineOf(text);
  return first ?? (bare ? `<${bare}>` : null);
}

function idsOf(text: string | undefined): string[] {
  return [...new Set((text ?? '').match(/<[^<>\s]+>/g))];
}

function lineOf(text: string | undefined): string | null {
  return (
    text
      ?.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim()
      .toWellFormed() || null
  );
}
