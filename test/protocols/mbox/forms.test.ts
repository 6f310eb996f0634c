// Forms of mailbox files: Content-Length, line ends, MMDF and Babyl, files that are written here, and any file in pieces
// of any size.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMailbox, readMailbox } from '../../../src/protocols/mbox/mailbox.ts';
import { writeMbox } from '../../../src/protocols/mbox/quoting.ts';
import { FROM, GIT, inPieces, MOST, mbox, messagesOf, multipart, patch, plain, textsOf } from './pieces.ts';

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

  it('that is wrong is ignored: too small, too large, beyond the file, at a line that is not a separator', async () => {
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
  it('is exported and imported with the same bytes, whatever they are, if it ends with a line break', async () => {
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
        // A Content-Length beyond the limit is ignored (mailbox.test.ts), so with one the limit decides where a message ends.
        const file = `${FROM}\n${pieces.filter((one) => !one.startsWith('Content-Length')).join('')}`;
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
