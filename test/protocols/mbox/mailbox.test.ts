// Mailbox files: every message at its place, as it was; and what is written comes back as it was.
import { describe, expect, it } from 'vitest';
import { isMailbox } from '../../../src/protocols/mbox/mailbox.ts';
import { writeMbox } from '../../../src/protocols/mbox/quoting.ts';
import { message, usual } from '../../support/messages.ts';
import { FROM, messagesOf } from '../mailboxes/noted.ts';

async function textsOf(text: string, size?: number): Promise<(string | undefined)[]> {
  return (await messagesOf(text, size)).map(({ bytes }) => bytes?.toString('latin1'));
}

describe('reading', () => {
  const one = 'Subject: 1\n\nHello.\n';
  const two = 'Subject: 2\n\nBye.\n';

  it.each([1, 3, 17, 1000, 100_000])('messages with their places, in pieces of %i bytes', async (size) => {
    const text = `${FROM}\n${one}\n${FROM}\n${two}`;
    expect((await messagesOf(text, size)).map(({ offset, bytes }) => [offset, bytes?.toString()])).toEqual([
      [0, one],
      [FROM.length + one.length + 2, two],
    ]);
  });

  it('a Content-Length beyond what a message may have is not believed, and costs no message', async () => {
    const lying = 'Subject: 1\nContent-Length: 900000000\n\nHello.\n';
    const rest = `${two}${'line\n'.repeat(2000)}`;
    expect(await textsOf(`${FROM}\n${lying}\n${FROM}\n${rest}`, 1000)).toEqual([lying, rest]);
    const [first] = await messagesOf(`${FROM}\n${lying}\n${FROM}\n${rest}`, 1000, 5000);
    expect(first?.bytes?.toString('latin1')).toBe(lying);
  });

  it('CRLF', async () => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    expect(await textsOf(crlf(`${FROM}\n${one}\n${FROM}\n${two}\n`))).toEqual([crlf(one), crlf(two)]);
  });

  it('lines that begin with From are unquoted by one sign (mboxo, mboxrd)', async () => {
    expect(await textsOf(`${FROM}\nA: b\n\n>From here\n>>From there\n> From\n`)).toEqual([
      'A: b\n\nFrom here\n>From there\n> From\n',
    ]);
  });

  it('a declared length is used, and nothing within it is unquoted (mboxcl2)', async () => {
    const body = `Hello.\n\n${FROM}\nX: y\n\n>From\n`;
    const counted = `Subject: 1\nContent-Length: ${body.length}\n\n${body}`;
    expect(await textsOf(`${FROM}\n${counted}\n${FROM}\n${two}`)).toEqual([counted, two]);
  });

  it.each([3, 5_000, 999_999_999_999])('a length of %i that is wrong does not count', async (length) => {
    const counted = `Subject: 1\nContent-Length: ${length}\n\nHello.\n`;
    expect(await textsOf(`${FROM}\n${counted}\n${FROM}\n${two}`)).toEqual([counted, two]);
  });

  it('a paragraph that begins with From is not a separator', async () => {
    const text = 'Subject: 1\n\nHello.\n\nFrom now on all is well.\n\nFrom Monday at 10:00 too.\n';
    expect(await textsOf(`${FROM}\n${text}\n${FROM}\n${two}`)).toEqual([text, two]);
  });

  const separators = [
    'From - Tue Feb 17 09:00:00 2026',
    'From 1234567890@xxx Tue Feb 17 09:00:00 +0000 2026',
    'From ann@example.org Tue Feb 17 09:00 2026',
    'From "Ann Lee"@example.org  Tue Feb 17 09:00:00 CET 2026',
    'From ann@example.org',
  ];
  it.each(separators)('a separator: %s', async (separator) => {
    expect(await textsOf(`${FROM}\n${one}\n${separator}\n${two}`)).toEqual([one, two]);
  });

  it('no blank line before a separator', async () => {
    expect(await textsOf(`${FROM}\n${one}${FROM}\n${two}`)).toEqual([one, two]);
  });

  it('a message that is too large is reported and skipped', async () => {
    const huge = `Subject: huge\n\n${'x'.repeat(2_000_000)}\n`;
    const found = await messagesOf(`${FROM}\n${one}\n${FROM}\n${huge}\n${FROM}\n${two}`, 50_000, 1000);
    expect(found.map(({ bytes }) => bytes?.length ?? null)).toEqual([one.length, null, two.length]);
    expect(found[1]?.offset).toBe(FROM.length + one.length + 2);
  });

  it('a file of blank lines before the first separator, and an empty one', async () => {
    expect(await textsOf(`\n\n${FROM}\n${one}`)).toEqual([one]);
    expect(await textsOf('')).toEqual([]);
    expect(isMailbox(Buffer.from(`\n${FROM}\n`))).toBe(true);
    expect(isMailbox(Buffer.from('Subject: x\n'))).toBe(false);
  });

  it('ten thousand messages cost ten thousand times one', async () => {
    expect(await messagesOf(`${FROM}\n${one}\n`.repeat(10_000), 4_000_000)).toHaveLength(10_000);
  });
});

describe('writing', () => {
  const table: [what: string, text: string][] = [
    ['a message', message(usual).toString('latin1').concat('\r\n')],
    ['lines that begin with From', 'A: b\n\nFrom x\n>From y\n>>From z\n'],
    ['something like a separator', `A: b\n\n${FROM}\nC: d\n\ne\n`],
    ['blank lines at the end', 'A: b\n\nc\n\n\n'],
    ['bytes of no character set', 'A: b\n\n\xff\xfe\x00\x80\n'],
  ];
  it.each(table)('%s is unchanged by export and import', async (_what, text) => {
    const written = writeMbox(Buffer.from(text, 'latin1'), 'ann@example.org', 0).toString('latin1');
    expect(await textsOf(written + written)).toEqual([text, text]);
  });

  it('has a separator with the sender and the time', () => {
    const at = Date.parse('2026-02-07T09:00:00Z');
    const lineOf = (sender: string | null) => writeMbox(Buffer.from('A: b\n\n'), sender, at).toString().split('\n')[0];
    expect(lineOf('ann@example.org')).toBe('From ann@example.org Sat Feb 07 09:00:00 2026');
    expect(lineOf(null)).toBe('From MAILER-DAEMON Sat Feb 07 09:00:00 2026');
    expect(lineOf('two words\nFrom x')).toBe('From MAILER-DAEMON Sat Feb 07 09:00:00 2026');
  });
});
