// Mailbox files of every kind, as programs really write them: each message once, whole, and with its own bytes; also
// where parts hold lines that begin with From, where messages were cut off, and where line ends are mixed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMailbox, readMailbox } from '../src/protocols/mbox/mailbox.ts';
import { writeMbox } from '../src/protocols/mbox/quoting.ts';
import { type MboxMessage, readMbox } from '../src/protocols/mbox/reader.ts';
import { growth } from './support/growth.ts';

const MOST = 10_000_000;
const FROM = 'From ann@example.org Tue Feb 17 09:00:00 2026';
const GIT = 'From 8a9b0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6a7b Mon Sep 17 00:00:00 2001';

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function messagesOf(text: string, size = 4096, most = MOST): Promise<MboxMessage[]> {
  return Array.fromAsync(readMbox(inPieces(text, size), most));
}

async function textsOf(text: string, size?: number): Promise<(string | undefined)[]> {
  return (await messagesOf(text, size)).map(({ bytes }) => bytes?.toString('latin1'));
}

const mbox = (...messages: string[]) => messages.map((one) => `${FROM}\n${one}\n`).join('');
const plain = (subject: string, body = 'Hello.\n') => `From: ann@example.org\nSubject: ${subject}\n\n${body}`;
const patch = `${GIT}\nFrom: Ann <ann@example.org>\nDate: Tue, 17 Feb 2026 09:00:00 +0000\nSubject: [PATCH] x\n\n---\n a | 2 +-\n`;

function multipart(subject: string, parts: string[], { boundary = 'b1', closed = true, declared = '' } = {}): string {
  const body = parts.map((part) => `--${boundary}\n${part}\n`).join('');
  const type = `multipart/mixed; boundary="${declared || boundary}"`;
  return `From: ann@example.org\nSubject: ${subject}\nContent-Type: ${type}\n\n${body}${closed ? `--${boundary}--\n` : ''}`;
}

describe('a line that begins with From within an open MIME part', () => {
  const attached = `Content-Type: text/x-patch\n\n${patch}`;
  const mailbox = `Content-Type: application/mbox\n\n${mbox(plain('inner 1'), plain('inner 2'))}`;
  const nested = `Content-Type: message/rfc822\n\n${FROM}\n${multipart('nested', [attached, mailbox], { boundary: 'b2' })}`;
  const table: [what: string, message: string][] = [
    ['an attached patch', multipart('patch', ['\nSee below.', attached])],
    ['an attached mailbox', multipart('mailbox', ['\nSee below.', mailbox])],
    ['a nested message with both', multipart('nested', [nested, '\nThe end.'])],
    ['a boundary with characters that matter to patterns', multipart('x', [mailbox], { boundary: "a.b+c(d)'?=_e--" })],
    ['a boundary that the header declares wrongly', multipart('x', [mailbox], { boundary: 'used', declared: 'other' })],
    ['a boundary that is the beginning of another', multipart('x', [multipart('y', [mailbox], { boundary: 'b12' })])],
    ['a folded header', multipart('x', [mailbox]).replace('mixed; boundary', 'mixed;\n\tcharset=x;\n boundary')],
    ['a message in a message', `Content-Type: message/rfc822\n\n${multipart('x', [mailbox])}`],
    [
      'a part of more than the look-ahead',
      multipart('x', [`\n${'x\n'.repeat(5000)}`, mailbox, `\n${'y\n'.repeat(5000)}`]),
    ],
  ];
  it.each(table)('does not split the message: %s', async (_what, message) => {
    for (const size of [7, 1000, 1_000_000])
      expect(await textsOf(mbox(plain('before'), message, plain('after')), size)).toEqual([
        plain('before'),
        message,
        plain('after'),
      ]);
  });

  it('does not split it with other line ends either', async () => {
    for (const end of ['\r\n', '\r']) {
      const [before, message, after] = [plain('before'), multipart('x', [mailbox]), plain('after')].map((one) =>
        one.replaceAll('\n', end),
      ) as [string, string, string];
      const file = mbox(plain('before'), multipart('x', [mailbox]), plain('after')).replaceAll('\n', end);
      expect(await textsOf(file, 500)).toEqual([before, message, after]);
    }
  });
});

describe('a message that was cut off, so that its boundary is never closed', () => {
  const cut = (boundary = 'b1') => multipart('cut', ['\nThe text breaks'], { closed: false, boundary });
  const table: [what: string, messages: string[]][] = [
    ['ends at the next separator', [cut(), plain('after'), plain('last')]],
    ['does not take the next message of the same boundary', [cut(), multipart('whole', ['\nx'])]],
    ['nor the one after it', [cut(), plain('between'), multipart('whole', ['\nx'])]],
    [
      'nor one that quotes it whole',
      [cut(), multipart('bounce', [`Content-Type: message/rfc822\n\n${cut()}`], { boundary: 'b9' })],
    ],
    ['may be followed by others like it', [cut('b1'), cut('b2'), cut('b2'), cut('b3')]],
    [
      'may be cut off in its header',
      ['Subject: cut\nContent-Type: multipart/mixed;\n boundary="b1"\n', plain('after')],
    ],
    [
      'may be cut off before its first part',
      ['Content-Type: multipart/mixed; boundary="b1"\n\nA preamble.\n', plain('after')],
    ],
  ];
  it.each(table)('%s', async (_what, messages) => {
    for (const size of [7, 1000, 1_000_000]) expect(await textsOf(mbox(...messages), size)).toEqual(messages);
  });

  it('is decided when enough of the file was read, and costs as much for many as for one', async () => {
    const many = Array.from({ length: 3000 }, (_, n) => cut(`boundary-${n}`) + 'x'.repeat(1000).concat('\n'));
    expect(await textsOf(mbox(...many), 100_000)).toEqual(many);
  });
});

it('separators between the delimiters of one open multipart cost as much as their number', async () => {
  const file = (count: number) =>
    mbox(multipart('open', ['\nx'], { boundary: 'b', closed: false })) + `\n${FROM}\nSubject: x\n\n--b\n`.repeat(count);
  expect(await textsOf(file(100))).toEqual([file(100).slice(FROM.length + 1)]);
  expect(await growth(8000, file, (text) => messagesOf(text, MOST))).toBeLessThan(9); // 4 is linear, 16 quadratic
});

describe('separators', () => {
  const lines = [
    'From - Tue Feb 17 09:00:00 2026', // Thunderbird
    'From -',
    'From 1234567890123456789@xxx Tue Feb 17 09:00:00 +0000 2026', // Google Takeout
    'From ???@??? Tue Feb 17 09:00:00 2026', // Eudora
    'From ann at example.org  Tue Feb 17 09:00:00 2026', // list archives
    'From ann@example.org Tue Feb 17 09:00:00 2026 remote from mx', // UUCP
    'From ann@example.org Tue, 17 Feb 2026 09:00:00 +0000',
    'From ann@example.org 2026-02-17T09:00:00Z',
    'From MAILER-DAEMON Tue Feb 17 09:00:00 2026',
    'From ann@example.org Tue Feb 17 9:00 CET 2026',
    'From Tue Feb 17 09:00:00 2026',
    'From "Ann Lee"@example.org Tue Feb 17 09:00:00 2026',
  ];
  it.each(lines)('%s', async (line) => {
    expect(isMailbox(Buffer.from(`${line}\n${plain('a')}`))).toBe(true);
    expect(await textsOf(`${line}\n${plain('a')}\n${line}\n${plain('b')}\n${FROM}\n${plain('c')}`)).toEqual([
      plain('a'),
      plain('b'),
      plain('c'),
    ]);
  });

  it('in a form that is not known separate messages that all begin so', async () => {
    const file = ['a', 'b', 'c'].map((one) => `From the archive, number ${one}\n${plain(one)}\n`).join('');
    expect(await textsOf(file)).toEqual([plain('a'), plain('b'), plain('c')]);
    const text = plain('a', 'Hello.\n\nFrom the archive, number 2\nSubject: x\n\n');
    expect(await textsOf(mbox(text))).toEqual([text]);
  });

  it('of a patch separate patches, and stand in the text of a mail', async () => {
    const next = patch.replace('8a9b', '9a9b');
    expect(await textsOf(`${patch}\n${next}`)).toEqual([patch, next].map((one) => one.slice(one.indexOf('\n') + 1)));
    const mail = plain('inline', `See:\n\n${patch}`);
    expect(await textsOf(mbox(mail, plain('after')))).toEqual([mail, plain('after')]);
    expect(await textsOf(`${patch}\n${mbox(mail)}`)).toEqual([patch.slice(patch.indexOf('\n') + 1), mail]);
  });

  it('without a blank line before them need a header after them', async () => {
    const text = plain('a', `Hello.\n${FROM}\nwas written on the envelope.\n`);
    expect(await textsOf(mbox(text).trimEnd().concat('\n', FROM, '\n', plain('b')))).toEqual([text, plain('b')]);
  });

  it('and words like them do not split a text', async () => {
    const text = plain('a', 'x\n\nFrom 10:30 to 11:00 in 2026 we talk.\n\nFrom me@example.org\n\nFrom -\n\nFrom:\n');
    expect(await textsOf(mbox(text, plain('b')))).toEqual([text, plain('b')]);
  });

  it('are followed by lines of relays, which stay in the header', async () => {
    const relayed = `>From ann Tue Feb 17 08:59:00 2026 remote from mx\n${plain('a', '>From here\n')}`;
    expect(await textsOf(mbox(relayed, plain('b')))).toEqual([
      relayed.replace('\n>From here', '\nFrom here'),
      plain('b'),
    ]);
  });
});

describe('Content-Length', () => {
  const counted = (subject: string, body: string, length = body.length) =>
    `From: ann@example.org\nSubject: ${subject}\nContent-Length: ${length}\n\n${body}`;
  const unquoted = `Hello.\n\n${FROM}\nSubject: inner\n\nBye.\n`;

  it('holds for each message by itself, the last one too (mboxcl2)', async () => {
    const messages = [counted('a', unquoted), plain('b'), counted('c', unquoted)];
    for (const size of [7, 1000]) expect(await textsOf(mbox(...messages), size)).toEqual(messages);
    expect(await textsOf(mbox(...messages).slice(0, -1))).toEqual(messages);
  });

  it('holds where lines are quoted too, which is taken off (mboxcl)', async () => {
    expect(await textsOf(mbox(counted('a', '>From here\n'), plain('b')))).toEqual([
      counted('a', '>From here\n').replace('>From', 'From'),
      plain('b'),
    ]);
  });

  it('with lines that are not quoted says the same of later messages', async () => {
    const messages = [counted('a', unquoted), counted('b', '>From here\n'), plain('c', '>From there\n')];
    expect(await textsOf(mbox(...messages))).toEqual([messages[0], messages[1], plain('c', 'From there\n')]);
  });

  it('that is wrong does not count: too small, too large, beyond the file, at a line that is no separator', async () => {
    for (const length of [0, 1, 5, 7, 8, 100, 1000, 1e6, 1e11]) {
      const messages = [
        counted('a', 'Hello.\n\nBye.\n', length),
        plain('b', 'Hello.\n\nBye.\n'.repeat(20)),
        plain('c'),
      ];
      expect([length, await textsOf(mbox(...messages), 300)]).toEqual([length, messages]);
    }
  });

  it('is that of the message, not of the next one where a header has no end', async () => {
    const messages = ['Subject: no end\n', counted('b', unquoted), plain('c')];
    expect(await textsOf(mbox(...messages))).toEqual(messages);
  });

  it('keeps a message that does not end with a line break', async () => {
    expect(await textsOf(`${FROM}\n${counted('a', 'Hello.')}\n\n${FROM}\n${plain('b')}`)).toEqual([
      counted('a', 'Hello.'),
      plain('b'),
    ]);
  });
});

describe('line ends', () => {
  const endings = ['\n', '\r\n', '\r', '\r\r\n'];
  it.each(endings.map((end) => [JSON.stringify(end), end]))('%s', async (_name, end) => {
    const messages = [plain('a', 'Hello.\n\n\n'), plain('b', 'x\n'), plain('c')].map((one) =>
      one.replaceAll('\n', end),
    );
    const file = messages.map((one) => `${FROM}${end}${one}${end}`).join('');
    expect(isMailbox(Buffer.from(file))).toBe(true);
    for (const size of [1, 1000]) expect(await textsOf(file, size)).toEqual(messages);
  });

  it('of each kind in one file', async () => {
    const messages = endings.map((end, n) => plain(`${n}`, 'Hello.\n\nBye.\n').replaceAll('\n', end));
    for (const end of endings) {
      const file = messages.map((one) => `${FROM}${end}${one}${end}`).join('');
      const found = await textsOf(file, 100);
      expect(found.map((one) => one?.trimEnd())).toEqual(messages.map((one) => one.trimEnd()));
    }
  });
});

describe('what is written', () => {
  it('comes back with the same bytes, whatever they are, if it ends with a line break', async () => {
    const piece = fc.constantFrom(
      ...[
        '\n',
        '\n\n',
        '\r\n',
        '\r',
        'From ',
        '>From x',
        FROM,
        `\n\n${FROM}\nSubject: x\n\n`,
        patch,
        'a: b',
        '\x00\xff',
        '--b1',
        '--b1--',
        '\x01\x01\x01\x01',
        '\x1f',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(piece, { maxLength: 12 }), { minLength: 1, maxLength: 4 }), async (list) => {
        const messages = list.map((pieces) => `Subject: x\n${pieces.join('')}\n`);
        const file = messages.map((one) =>
          writeMbox(Buffer.from(one, 'latin1'), 'ann@example.org', 0).toString('latin1'),
        );
        expect(await textsOf(file.join(''), 64)).toEqual(messages);
      }),
      { numRuns: 500 },
    );
  });
});

describe('any file', () => {
  const piece = fc.constantFrom(
    ...[
      '\n',
      '\n\n',
      '\r\n',
      '\r',
      '\r\n\r\n',
      '>From x',
      'Subject: x\n',
      'Content-Length: 12\n',
      'Content-Length: 90\n',
    ],
    ...[
      `\n\n${FROM}\n`,
      `\n${FROM}\r\n`,
      `\r\r${FROM}\r`,
      `\n\n${GIT}\n`,
      '\n\nFrom x@y\n',
      `\n\n${FROM}\nSubject: y\n\n`,
    ],
    ...['Content-Type: multipart/mixed; boundary=b1\n', 'Content-Type: multipart/mixed; boundary="b2"\n\n'],
    ...[
      '\n--b1\n',
      '\n--b1--\n',
      '\n--b2\nContent-Type: text/plain\n\n',
      '\r\n--b2--\r\n',
      'text '.repeat(30),
      '\0\xff',
    ],
  );

  it('gives the same messages in pieces of any size, each beginning at its place', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 200 }), async (pieces, size) => {
        const file = `${FROM}\n${pieces.join('')}`;
        const whole = await messagesOf(file, file.length);
        expect(await messagesOf(file, size)).toEqual(whole);
        expect(whole.every(({ offset }) => file.startsWith('From ', offset))).toBe(true);
        // What is not a separator line or a blank line is in one of the messages.
        const words = (text: string) => text.match(/text/g)?.length ?? 0;
        expect(words(whole.map(({ bytes }) => bytes?.toString('latin1')).join(''))).toBe(words(file));
      }),
      { numRuns: 1000 },
    );
  });

  it('with a message that is far too large, and an attached mailbox in it, gives the others', async () => {
    const filler = `\n${'line of text\n'.repeat(100_000)}`;
    const inner = `Content-Type: application/mbox\n\n${mbox(plain('inner 1'), plain('inner 2'))}`;
    for (const parts of [
      [filler, inner],
      [inner, filler],
      [filler, inner, filler],
    ]) {
      const large = multipart('large', parts);
      const found = await messagesOf(mbox(plain('a'), large, plain('b')), 70_000, 1000);
      expect(found.map(({ bytes }) => bytes?.toString() ?? null)).toEqual([plain('a'), null, plain('b')]);
      expect(found[1]?.offset).toBe(mbox(plain('a')).length);
    }
  });

  it('with messages that are too large gives the others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 200 }), async (pieces, size) => {
        const file = `${FROM}\n${pieces.join('')}`;
        const all = await messagesOf(file, size);
        const small = await messagesOf(file, size, 300);
        expect(small).toEqual(all.map((one) => ((one.bytes as Buffer).length > 300 ? { ...one, bytes: null } : one)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('MMDF and Babyl', () => {
  const read = async (text: string, size = 64, most = MOST) =>
    (await Array.fromAsync(readMailbox(inPieces(text, size), most))).map(({ bytes, attributes }) => [
      bytes?.toString('latin1') ?? null,
      ...(attributes ? [attributes] : []),
    ]);
  const mark = '\x01\x01\x01\x01\n';

  it('MMDF has messages between lines of Ctrl-A', async () => {
    const body = plain('a', `From here\n>From there\n\n${FROM}\nSubject: inner\n\nx\n`);
    const file = `${mark}${body}\n${mark}${mark}${FROM}\n${plain('b')}${mark}`;
    expect(isMailbox(Buffer.from(file))).toBe(true);
    for (const size of [30, 1000]) expect(await read(file, size)).toEqual([[body], [plain('b')]]);
    expect(await read(file.replaceAll('\n', '\r\n'))).toEqual([
      [body.replaceAll('\n', '\r\n')],
      [plain('b').replaceAll('\n', '\r\n')],
    ]);
    const large = plain('large', 'x\n'.repeat(5000));
    expect(await read(`${mark}${large}${mark}${mark}${plain('b')}${mark}`, 100, 1000)).toEqual([[null], [plain('b')]]);
  });

  it('Babyl has attributes and labels, and the original header of each message', async () => {
    const head = 'BABYL OPTIONS: -*- rmail -*-\nVersion: 5\nLabels:red,white\n\x1f';
    const one = `\f\n1, unseen,, red,\nFrom: ann@example.org\nX-Hidden: y\nSubject: a\n\n*** EOOH ***\nFrom: ann@example.org\nSubject: a\n\nHello.\n\x1f`;
    const three = '\f\n1,, red,\nSubject: c\nDate: x\n\n*** EOOH ***\nNote: no header\n\nBye.\n\n\x1f'; // Python
    const two = `\f\n0, deleted,,\n*** EOOH ***\n${plain('b')}\x1f`;
    expect(isMailbox(Buffer.from(head))).toBe(true);
    expect(await read(head + one + two + three, 40)).toEqual([
      ['From: ann@example.org\nX-Hidden: y\nSubject: a\n\nHello.\n', ['unseen', 'red']],
      [plain('b'), ['deleted']],
      ['Subject: c\nDate: x\n\nNote: no header\n\nBye.\n', ['red']],
    ]);
  });
});

describe('messages that were cut off and use the same boundary', () => {
  // As a template of spam: each declares a boundary that it does not use, and closes none.
  const broken = (subject: string) =>
    [
      `Subject: ${subject}`,
      'From: ann@example.org',
      'Content-Type: multipart/alternative; boundary="declared"',
      '',
      '--used',
      'Content-Type: text/plain',
      '',
      'Hello.',
      '',
    ].join('\n');
  const plain = 'Subject: between\nFrom: bob@example.org\n\nHi.\n';

  it('do not take in what is between them', async () => {
    const all = [broken('1'), plain, broken('2'), plain];
    expect(await textsOf(all.map((one) => `${FROM}\n${one}\n`).join(''), 1000)).toEqual(all);
  });

  it('are told apart in an export, whatever they hold', async () => {
    const open = (text: string) =>
      `Subject: s\nFrom: a@example.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n${text}\n`;
    const all = [open('1'), plain, '--b\nSubject: 3\n\nx\n'].map(
      (one) => `X-Daybook-Folder: INBOX\nStatus: RO\n${one}`,
    );
    expect(await textsOf(all.map((one) => `${FROM}\n${one}\n`).join(''), 1000)).toEqual(all);
  });
});
