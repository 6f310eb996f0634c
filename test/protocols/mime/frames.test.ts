// A broken multipart frame hides nothing: the boundary is taken from the body where one is evident, and what cannot be
// told apart is shown as text, with a problem.
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { parseMessage } from '../../../src/protocols/mime/parse.ts';
import { message, multipart, usual } from '../../support/messages.ts';

const both = '--b1\nContent-Type: text/plain\n\nHello.\n--b1\nContent-Type: application/x; name=a.x\n\nfile\n--b1--\n';
const shown = { subject: 'The lease', body_plain: 'Hello.', problem: null };

function filesOf(raw: Buffer): string[] {
  return parseMessage(raw).attachments.map(({ filename, content }) => `${filename}: ${Buffer.from(content)}`);
}

describe('the boundary is found', () => {
  const table: [what: string, raw: Buffer][] = [
    ['without a boundary parameter', message([...usual, 'Content-Type: multipart/mixed'], both)],
    ['with another one in the header', message([...usual, 'Content-Type: multipart/mixed; boundary=other'], both)],
    ['on a line that is not folded', message([...usual, 'Content-Type: multipart/mixed;', 'boundary="b1"'], both)],
    [
      'without a blank line before it',
      Buffer.from([...usual, 'Content-Type: multipart/mixed; boundary=b1', both].join('\n')),
    ],
    [
      'without a closing delimiter',
      message([...usual, 'Content-Type: multipart/mixed; boundary=b1'], both.slice(0, -8)),
    ],
    ['without a Content-Type', message(usual, both)],
    ['with an unclosed quote', message([...usual, 'Content-Type: multipart/mixed; boundary="b1'], both)],
    [
      'with blanks after the delimiters',
      message([...usual, 'Content-Type: multipart/mixed; boundary=b1'], both.replaceAll('--b1\n', '--b1 \t\n')),
    ],
    [
      'with a first delimiter that is lost',
      message([...usual, 'Content-Type: multipart/mixed; boundary=b1'], both.slice(5)),
    ],
    [
      'with a delimiter whose line break is lost',
      message([...usual, 'Content-Type: multipart/mixed; boundary=b1'], both.replace('--b1\nC', '--b1C')),
    ],
    [
      'with a delimiter that closes too early',
      message(
        [...usual, 'Content-Type: multipart/mixed; boundary=b1'],
        both.replace('--b1\nContent-Type: app', '--b1--\nContent-Type: app'),
      ),
    ],
    [
      'in base64, which is forbidden',
      message(
        [...usual, 'Content-Type: multipart/mixed; boundary=b1', 'Content-Transfer-Encoding: base64'],
        Buffer.from(both).toString('base64'),
      ),
    ],
  ];
  it.each(table)('%s', (_what, raw) => {
    expect(parseMessage(raw)).toMatchObject(shown);
    expect(filesOf(raw)).toEqual([expect.stringMatching(/^a\.x: file/)]);
  });
});

describe('a part', () => {
  it('without the blank line after its header keeps its text', () => {
    const raw = multipart([
      'Content-Type: text/plain\nHello.\nSee http://x.example',
      'Content-Type: text/plain\nNote: more',
    ]);
    expect(parseMessage(raw)).toMatchObject({ body_plain: 'Hello.\nSee http://x.example\nNote: more', problem: null });
  });

  it('without a header is text', () => {
    expect(parseMessage(multipart(['Hello.', '\nMore.']))).toMatchObject({ body_plain: 'Hello.\nMore.' });
  });

  it('that is a multipart with the same boundary has the parts that follow', () => {
    const raw = multipart([
      'Content-Type: multipart/alternative; boundary=b1\n',
      '\nHello.',
      'Content-Type: text/html\n\n<p>Hello.',
    ]);
    expect(parseMessage(raw)).toMatchObject({ body_plain: 'Hello.', body_html: '<p>Hello.' });
  });

  it('of an inner multipart that is not closed ends where the outer one continues', () => {
    const inner = 'Content-Type: multipart/alternative; boundary=in\n\n--in\n\nHello.';
    expect(parseMessage(multipart([inner, '\nMore.']))).toMatchObject({ body_plain: 'Hello.\nMore.' });
  });
});

describe('a text whose first line begins with two dashes', () => {
  const texts = [
    '--hello there\nsecond line',
    '--\nAnn',
    '--b2\nContent-Type: text/plain\n\nsecond line',
    '--hello--\nsecond line',
    '-----BEGIN PGP MESSAGE-----\nVersion: 1\n\nabc',
    '--hello\nSubject: x\n\nsecond line',
  ];
  it.each(texts)('is whole: %j', (text) => {
    for (const header of ['Content-Type: text/plain\n\n', 'Content-Type: text/plain\n', '\n'])
      expect(parseMessage(multipart([`${header}${text}`])).body_plain).toBe(text);
    expect(parseMessage(message(usual, text)).body_plain).toBe(text);
    expect(parseMessage(Buffer.from([...usual, text].join('\n'))).body_plain).toBe(text);
  });

  it('is a part where a delimiter closes it, or where the message is in MIME', () => {
    const part = '--b2\nContent-Type: text/plain\n\nsecond line';
    expect(parseMessage(message(usual, `${part}\n--b2--\n`)).body_plain).toBe('second line');
    expect(parseMessage(message([...usual, 'MIME-Version: 1.0'], part)).body_plain).toBe('second line');
  });
});

describe('a line after the parts that begins as a delimiter', () => {
  const boundary = `------------${'0aB1cD2eF3gH4iJ5kL6mN7oP'}`;
  const whole = multipart(['\nHello.'], 'mixed', boundary).toString();

  it('is a rule where it has only dashes', () => {
    const raw = Buffer.from(`${whole}\r\n------------------------------\r\nA footer.\r\n`);
    expect(parseMessage(raw)).toMatchObject({ body_plain: 'Hello.', attachments: [], problem: null });
  });

  it('that is a closing delimiter with a dash missing is not shown below a file', () => {
    const file = '--b1\nContent-Type: application/x; name=a.x\nContent-Transfer-Encoding: base64\n\nd293Cg==\n';
    const raw = (end: string) =>
      message([...usual, 'Content-Type: multipart/mixed; boundary=b1'], `--b1\n\nHello.\n${file}\n${end}\n`);
    expect(parseMessage(raw('--b1-'))).toMatchObject(shown);
    expect(filesOf(raw('--b1-'))).toEqual(['a.x: wow\n']);
    expect(parseMessage(raw('--b-\n\nMore.')).body_plain).toContain('More.');
  });

  it('is a damaged delimiter where it has the first letters of the boundary too', () => {
    const raw = Buffer.from(`${whole}\r\n--${boundary.slice(0, 20)}\r\n\r\nMore.\r\n`);
    expect(parseMessage(raw).body_plain).toContain('More.');
  });
});

describe('what cannot be distinguished', () => {
  it('is shown as text, with a problem', () => {
    const raw = message([...usual, 'Content-Type: multipart/mixed; boundary=b1'], 'Only words.\nAnd more.');
    expect(parseMessage(raw)).toMatchObject({ body_plain: 'Only words.\nAnd more.', problem: { code: 'UNREADABLE' } });
  });

  it('has a problem also where nothing is there to show', () => {
    for (const raw of [
      message([...usual, 'Content-Type: multipart/mixed; boundary=b1'], ''),
      message([...usual, 'Content-Type: multipart/mixed; boundary=b1'], '--b1\nContent-Type: text/html\n'),
      Buffer.alloc(0),
      Buffer.from('\r\n\r\n'),
    ])
      expect(parseMessage(raw).problem).toMatchObject({ code: 'UNREADABLE' });
  });

  it('is not said of a message whose text is empty', () => {
    expect(parseMessage(message(usual, ''))).toMatchObject({ body_plain: null, problem: null });
    expect(parseMessage(multipart(['Content-Type: text/plain\n\n']))).toMatchObject({
      body_plain: null,
      problem: null,
    });
  });
});

describe('budgets', () => {
  it('headers of parts together', () => {
    const raw = multipart(Array(30).fill(`X: ${'y'.repeat(100_000)}\n\nx`));
    expect(parseMessage(raw).problem).toEqual({
      code: 'TOO_LARGE',
      message: `The headers of its parts are together larger than ${limits.mailPartHeaderBytes} bytes.`,
    });
  });

  it('parts are counted over all levels', () => {
    const inner = (name: string) =>
      `Content-Type: multipart/mixed; boundary=${name}\n\n${`--${name}\n\nx\n`.repeat(limits.mailParts / 2)}--${name}--`;
    expect(parseMessage(multipart([inner('i1')])).problem).toBeNull();
    expect(parseMessage(multipart([inner('i1'), inner('i2')])).problem).toMatchObject({ code: 'TOO_MANY_PARTS' });
  });

  it('attachments beyond those of a record are left out, and the problem says so', () => {
    const file = '--b\nContent-Type: a/b\n\nx\n'; // and before them one more, whose delimiter was lost
    const header = 'Subject: many\nContent-Type: multipart/mixed; boundary=b\nContent-Type: a/first\n\n';
    const mail = parseMessage(Buffer.from(`${header}first\n${file.repeat(limits.mailParts)}--b--\n`));
    expect(mail.problem).toEqual({ code: 'TOO_MANY_PARTS', message: 'It has more than 1000 attachments.' });
    expect(mail.attachments).toHaveLength(limits.attachments);
    expect([mail.subject, mail.attachments[0]?.mime]).toEqual(['many', 'a/first']);
  });
});

it('a multipart without a boundary whose header is repeated in its body has the parts that follow', () => {
  const mail = parseMessage(
    Buffer.from(
      [
        'MIME-Version: 1.0',
        'Content-Type: multipart/signed',
        '',
        'MIME-Version: 1.0',
        'Content-Type: multipart/signed; boundary="b1"',
        '',
        '--b1',
        'Content-Type: text/plain',
        '',
        'Signed.',
        '--b1',
        'Content-Type: application/pgp-signature',
        '',
        'abc',
        '--b1--',
        '',
      ].join('\r\n'),
    ),
  );
  expect(mail.body_plain).toBe('Signed.');
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(['signature.asc']);
  expect(mail.problem).toBeNull();
});

it('a multipart without any delimiter that begins as HTML is shown as HTML, with a problem', () => {
  const mail = parseMessage(
    Buffer.from('Content-Type: multipart/alternative; boundary=b1\n\n<!DOCTYPE html>\n<html><p>Hi</p></html>\n'),
  );
  expect(mail.body_html).toContain('<p>Hi</p>');
  expect(mail.body_plain).toBeNull();
  expect(mail.problem?.code).toBe('UNREADABLE');
});
