// Headers, file names and frames as they are found in archives.
import { base64, bytes, type CorpusMessage, hex, htmlPart, multipart, part, pdf, pdfPart, textPart } from './build.ts';
import { mixed, wild } from './wild-mail.ts';

/** Headers with bytes in the character set of the body, as programs of the nineties wrote them. */
export function rawHeaders(): CorpusMessage[] {
  const sets: [label: string, text: string, code: string][] = [
    ['euc-kr', '안녕하세요', 'bec8b3e7c7cfbcbcbfe4'],
    ['gb2312', '你好世界', 'c4e3bac3cac0bde7'],
    ['big5', '您好世界', 'b17aa66ea540acc9'],
    ['shift_jis', '日本語', '93fa967b8cea'],
    ['koi8-r', 'Привет', 'f0d2c9d7c5d4'],
    ['windows-1251', 'Привет', 'cff0e8e2e5f2'],
    ['iso-8859-2', 'Łódź', 'a3f364bc'],
    ['iso-8859-1', 'Müller', '4dfc6c6c6572'],
  ];
  return sets.flatMap(([label, text, code]) => [
    wild(
      `raw ${label} in the header, labelled by the body`,
      [
        bytes('Subject: ', hex(code)),
        bytes('From: "', hex(code), '" <ann@example.org>'),
        `Content-Type: text/plain; charset=${label}`,
        'Content-Transfer-Encoding: 8bit',
      ],
      bytes(hex(code), '\n'),
      { subject: text, from: { address: 'ann@example.org', name: text }, text },
    ),
    wild(
      `raw ${label} in the header, labelled by the first part`,
      [bytes('Subject: Re: ', hex(code)), mixed],
      multipart('b1', [part([`Content-Type: text/plain; charset="${label}"`], hex(code)), pdfPart]),
      { subject: `Re: ${text}`, text, attachments: [pdf] },
    ),
  ]);
}

/** File names in bytes of the character set of the text. */
export function rawFileNames(): CorpusMessage[] {
  const sets: [label: string, text: string, code: string][] = [
    ['koi8-r', 'Привет', 'f0d2c9d7c5d4'],
    ['gb2312', '你好世界', 'c4e3bac3cac0bde7'],
    ['shift_jis', '日本表', '93fa967b955c'],
    ['euc-kr', '안녕하세요', 'bec8b3e7c7cfbcbcbfe4'],
  ];
  return sets.map(([label, text, code]) =>
    wild(
      `a file name in raw ${label}`,
      [mixed],
      multipart('b1', [
        part([`Content-Type: text/plain; charset=${label}`], hex(code)),
        part(
          [bytes('Content-Type: application/pdf; name="', hex(code), '.pdf"'), 'Content-Transfer-Encoding: base64'],
          base64(pdf.content),
        ),
      ]),
      { text, attachments: [{ ...pdf, filename: `${text}.pdf` }] },
    ),
  );
}

export function frames(): CorpusMessage[] {
  const encoded = multipart('b1', [textPart('Hello.'), pdfPart]);
  const both = { text: 'Hello.', attachments: [pdf] };
  return [
    wild(
      'two delimiters in a row',
      [mixed],
      bytes('--b1\n--b1\n', textPart('Hello.'), '\n--b1\n', pdfPart, '\n--b1--\n'),
      both,
    ),
    wild(
      'a delimiter with text after it',
      [mixed],
      bytes('--b1\n', textPart('Hello.'), '\n--b1\n', pdfPart, '\n--b1-- \n\nfooter\n'),
      both,
    ),
    wild(
      'a closing delimiter in the middle',
      [mixed],
      bytes('--b1\n', textPart('Hello.'), '\n--b1--\n\n--b1\n', pdfPart, '\n--b1--\n'),
      {
        text: 'Hello.',
        attachments: undefined,
      },
    ),
    wild('a multipart in base64', [mixed, 'Content-Transfer-Encoding: base64'], base64(encoded), both),
    wild('a multipart with a body of nothing but a delimiter', [mixed], '--b1--\n', { text: undefined }),
    wild('a preamble and no part', [mixed], 'This is a multi-part message in MIME format.\n', {
      text: 'This is a multi-part message in MIME format.',
    }),
    wild('text only in the preamble', [mixed], 'Hello there.\n--b1--\n', { text: undefined }),
    wild('a blank line before each part header', [mixed], bytes('--b1\n\n', textPart('Hello.'), '\n--b1--\n'), {
      text: undefined,
    }),
    wild(
      'part headers that begin with a space',
      [mixed],
      bytes('--b1\n Content-Type: text/plain; charset=utf-8\n\nHello.\n--b1--\n'),
      {
        text: 'Hello.',
      },
    ),
    wild(
      'a boundary with a semicolon glued to it',
      ['Content-Type: multipart/mixed; boundary="b1";;charset=utf-8'],
      encoded,
      both,
    ),
    wild('a boundary in single quotes', ["Content-Type: multipart/mixed; boundary='b1'"], encoded, both),
    wild(
      'a boundary in brackets',
      ['Content-Type: multipart/mixed; boundary=<<b1>>'],
      multipart('<<b1>>', [textPart('Hello.'), pdfPart]),
      both,
    ),
    wild(
      'a boundary in UTF-8',
      ['Content-Type: multipart/mixed; boundary="grüße"'],
      multipart('grüße', [textPart('Hello.'), pdfPart]),
      both,
    ),
    wild(
      'a boundary parameter with two equals signs',
      ['Content-Type: multipart/mixed; boundary=="b1"'],
      encoded,
      both,
    ),
    wild('a boundary parameter without a semicolon', ['Content-Type: multipart/mixed boundary="b1"'], encoded, both),
    wild('a content type of multipart alone', ['Content-Type: multipart; boundary="b1"'], encoded, both),
    wild('no content type at all', ['MIME-Version: 1.0'], encoded, { text: undefined, attachments: undefined }),
    wild(
      'the same boundary inside and outside',
      [mixed],
      bytes(
        '--b1\n',
        part(
          ['Content-Type: multipart/alternative; boundary=b1'],
          multipart('b1', [textPart('Hello.'), htmlPart('<p>Hello.</p>')]),
        ),
        '\n--b1\n',
        pdfPart,
        '\n--b1--\n',
      ),
      {
        text: undefined,
        html: undefined,
        attachments: undefined,
      },
    ),
    wild(
      'an inner multipart that closes the outer one',
      [mixed],
      bytes(
        '--b1\n',
        part(
          ['Content-Type: multipart/alternative; boundary=b2'],
          bytes('--b2\n', textPart('Hello.'), '\n--b2\n', htmlPart('<p>Hello.</p>'), '\n--b1--\n'),
        ),
        '\n',
      ),
      {
        text: 'Hello.',
        html: '<p>Hello.</p>',
      },
    ),
    wild(
      'delimiters that were quoted in a reply',
      ['Content-Type: text/plain'],
      '> --b1\n> Content-Type: text/plain\n>\n> Hello.\n',
      {
        text: '> --b1\n> Content-Type: text/plain\n>\n> Hello.',
      },
    ),
    wild(
      'an HTML part that quotes the boundary',
      [mixed],
      multipart('b1', [htmlPart('<p>--b1 is the boundary</p>'), pdfPart]),
      {
        html: '<p>--b1 is the boundary</p>',
        attachments: [pdf],
      },
    ),
    wild(
      'a closing delimiter with a sign after it',
      [mixed],
      bytes('--b1\n', textPart('Hello.'), '\n--b1\n', pdfPart, '\n--b1-->\nNot part of it.\n'),
      both,
    ),
    wild(
      'a first part without its delimiter, whose fields follow those of the multipart',
      ['Content-Type: multipart/alternative; boundary=b1', 'Content-Type: text/plain; charset=utf-8'],
      bytes('Grüße.\n\n--b1\n', htmlPart('<p>Grüße.</p>'), '\n--b1--\n'),
      { text: 'Grüße.', html: '<p>Grüße.</p>' },
    ),
    wild(
      'words before the parts, which RFC 2046 lets one pass over',
      [mixed],
      bytes('Please see the file.\n\n--b1\n', pdfPart, '\n--b1--\n'),
      {
        text: null,
        attachments: [pdf],
      },
    ),
    wild(
      'a notice before parts without a text',
      [mixed],
      bytes('This is a multi-part message in MIME format.\n\n--b1\n', pdfPart, '\n--b1--\n'),
      {
        text: null,
        attachments: [pdf],
      },
    ),
    wild(
      'an inner multipart whose header runs into its delimiter',
      [mixed],
      bytes(
        '--b1\nContent-Type: multipart/alternative; boundary=b2\nMIME-Version: 1.0\n',
        multipart('b2', [textPart('Hello.'), htmlPart('<p>Hello.</p>')]),
        '--b1--\n',
      ),
      { text: 'Hello.', html: '<p>Hello.</p>' },
    ),
    wild(
      'an empty disposition with a file name',
      [mixed],
      multipart('b1', [
        textPart('Hello.'),
        part(
          [
            'Content-Type: application/pdf',
            'Content-Transfer-Encoding: base64',
            'Content-Disposition: ;\n filename="a.pdf"',
          ],
          base64(pdf.content),
        ),
      ]),
      { text: 'Hello.', attachments: [{ ...pdf, filename: 'a.pdf' }] },
    ),
    wild(
      'attached messages in an inner multipart that is not closed',
      [mixed],
      bytes(
        '--b1\nContent-Type: multipart/mixed; boundary=b2\n\n--b2\n',
        part(['Content-Type: message/rfc822'], 'Subject: one\n\nOne.'),
        '\n--b2\n',
        part(['Content-Type: message/rfc822'], 'Subject: two\n\nTwo.'),
        '\n--b1\n',
        part(['Content-Type: message/rfc822'], 'Subject: three\n\nThree.'),
        '\n--b1--\n',
      ),
      {
        attachments: ['one', 'two', 'three'].map((name) => ({
          filename: `${name}.eml`,
          mime: 'message/rfc822',
          content: bytes(`Subject: ${name}\n\n${name[0]?.toUpperCase()}${name.slice(1)}.`),
        })),
      },
    ),
  ];
}
