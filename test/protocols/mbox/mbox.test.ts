// Mailbox files as programs really write them: each message once, whole, and with its own bytes; also where parts hold
// lines that begin with From, and where messages were cut off.
import { describe, expect, it } from 'vitest';
import { isMailbox } from '../../../src/protocols/mbox/mailbox.ts';
import { growth } from '../../support/growth.ts';
import { FROM, MOST, mbox, messagesOf, multipart, patch, plain, textsOf } from './pieces.ts';

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

  describe('of Thunderbird without a date', () => {
    const thunderbird = (...messages: string[]) => messages.map((one) => `From - \n${one}`).join('');
    const noted = (subject: string, body?: string) =>
      `X-Mozilla-Status: 0001\nX-Mozilla-Status2: 00000000\n${plain(subject, body)}`;

    it('separate messages, also those without a blank line at their end, or without a body', async () => {
      const messages = [noted('a'), noted('b', ''), noted('c', 'Hello.\n\n')];
      const found = await textsOf(thunderbird(...messages.slice(0, 2), `${messages[2]}\n`), 50);
      expect(found.map((one) => one?.trimEnd())).toEqual(messages.map((one) => one.trimEnd()));
      for (const end of ['\n', '\r\n'])
        expect(await textsOf(thunderbird(noted('a'), noted('b')).replaceAll('\n', end))).toEqual(
          [noted('a'), noted('b')].map((one) => one.replaceAll('\n', end)),
        );
    });

    it('separate messages whose header has no end', async () => {
      expect(await textsOf(thunderbird('Subject: a\n', noted('b')))).toEqual(['Subject: a\n', noted('b')]);
    });

    it('separate a truncated multipart from one with the same boundary', async () => {
      const part = 'Content-Type: text/plain\n\nx';
      const messages = [multipart('a', [part], { closed: false }), multipart('b', [part], { declared: 'other' })];
      expect(await textsOf(thunderbird(...messages.map((one) => `${one}\n`)))).toEqual(messages);
    });

    it('do not split a text with such a line', async () => {
      const text = noted(
        'a',
        'Hello.\n\nFrom - \nmy desk\n\nFrom - the desk of Ann\nSubject: x\n\nx\nFrom - \nSubject: y\n',
      );
      expect(await textsOf(thunderbird(`${text}\n`, noted('b')))).toEqual([text, noted('b')]);
    });
  });

  it('in a form that is not known separate messages that all begin so', async () => {
    const file = ['a', 'b', 'c'].map((one) => `From the archive, number ${one}\n${plain(one)}\n`).join('');
    expect(await textsOf(file)).toEqual([plain('a'), plain('b'), plain('c')]);
    const text = plain('a', 'Hello.\n\nFrom the archive, number 2\nSubject: x\n\n');
    expect(await textsOf(mbox(text))).toEqual([text]);
  });

  it('separate patches, and are part of the text of a mail', async () => {
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

  it('are distinguished in an export, whatever they contain', async () => {
    const open = (text: string) =>
      `Subject: s\nFrom: a@example.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n${text}\n`;
    const all = [open('1'), plain, '--b\nSubject: 3\n\nx\n'].map(
      (one) => `X-Daybook-Folder: INBOX\nStatus: RO\n${one}`,
    );
    expect(await textsOf(all.map((one) => `${FROM}\n${one}\n`).join(''), 1000)).toEqual(all);
  });
});
