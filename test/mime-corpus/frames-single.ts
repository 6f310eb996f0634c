// Single multipart frames with a damage of their own.
import {
  bytes,
  type CorpusMessage,
  type Expected,
  htmlPart,
  mail,
  multipart,
  type Piece,
  part,
  pdf,
  pdfPart,
  textPart,
} from './build.ts';
import { alternatives } from './frame-parts.ts';

export function single(): CorpusMessage[] {
  const mixed = (name: string, parts: Piece[], expected: Partial<Expected>, boundary = 'b1') =>
    mail(
      `frame/${name}`,
      [`Content-Type: multipart/mixed; boundary="${boundary}"`],
      multipart(boundary, parts),
      expected,
    );
  const attached = part(
    ['Content-Type: application/octet-stream', 'Content-Disposition: attachment; filename=a.bin'],
    'abc',
  );
  const a = { filename: 'a.bin', mime: 'application/octet-stream', content: Buffer.from('abc') };
  return [
    mixed('a part without a header', ['\nHello.'], { text: 'Hello.' }),
    mixed('a part without a header and without a blank line', ['Hello there\nand more.'], {
      text: 'Hello there\nand more.',
      problem: undefined,
    }),
    mixed('an empty part', [textPart('Hello.'), '\n'], { text: 'Hello.' }),
    mixed('a part that is only a header', [textPart('Hello.'), 'Content-Type: text/plain\n'], { text: 'Hello.' }),
    mixed(
      'an inner boundary that begins as the outer one',
      [
        part(['Content-Type: multipart/alternative; boundary="b1-inner"'], multipart('b1-inner', alternatives)),
        pdfPart,
      ],
      { text: 'Hello, Grüße.', html: '<p>Hello, Grüße.</p>', attachments: [pdf] },
    ),
    mixed(
      'an outer boundary that begins as the inner one',
      [part(['Content-Type: multipart/alternative; boundary="b1"'], multipart('b1', alternatives)), pdfPart],
      { text: 'Hello, Grüße.', html: '<p>Hello, Grüße.</p>', attachments: [pdf] },
      'b1-outer',
    ),
    mixed(
      'an inner multipart that is not closed',
      [
        part(
          ['Content-Type: multipart/alternative; boundary="in"'],
          bytes('--in\n', alternatives[0] as Buffer, '\n--in\n', alternatives[1] as Buffer),
        ),
        pdfPart,
      ],
      { text: 'Hello, Grüße.', html: '<p>Hello, Grüße.</p>', attachments: [pdf], problem: undefined },
    ),
    mixed('text that looks like a delimiter', [textPart('--b2\nnot a delimiter\n--b1x\n-- \nAnn')], {
      text: '--b2\nnot a delimiter\n--b1x\n-- \nAnn',
    }),
    mixed('an attachment before the text', [attached, textPart('Hello.')], { text: 'Hello.', attachments: [a] }),
    mixed('text, attachment, text', [textPart('One.'), attached, textPart('Two.')], {
      text: 'One.\nTwo.',
      attachments: [a],
    }),
    mixed('three texts', [textPart('One.'), textPart('Two.'), textPart('Three.')], { text: 'One.\nTwo.\nThree.' }),
    mixed('two HTML parts', [htmlPart('<p>One</p>'), htmlPart('<p>Two</p>')], { html: '<p>One</p>\n<p>Two</p>' }),
    mixed(
      'parts in parts in parts',
      [
        part(
          ['Content-Type: multipart/mixed; boundary=c'],
          multipart('c', [
            part(
              ['Content-Type: multipart/mixed; boundary=d'],
              multipart('d', [
                part(['Content-Type: multipart/mixed; boundary=e'], multipart('e', [textPart('Deep.'), attached])),
              ]),
            ),
          ]),
        ),
      ],
      { text: 'Deep.', attachments: [a] },
    ),
    mail(
      'frame/a multipart type without any delimiter',
      ['Content-Type: multipart/mixed; boundary=b1'],
      'Only words.\nNo parts.\n',
      {
        text: 'Only words.\nNo parts.',
        problem: undefined,
      },
    ),
    mail(
      'frame/a multipart type without a boundary or delimiter',
      ['Content-Type: multipart/alternative'],
      'Only words.\n',
      {
        text: 'Only words.',
        problem: undefined,
      },
    ),
    mail('frame/a multipart without a body', ['Content-Type: multipart/mixed; boundary=b1'], '', {
      text: undefined,
      problem: undefined,
    }),
    mail(
      'frame/a multipart cut off in its first header',
      ['Content-Type: multipart/mixed; boundary=b1'],
      '--b1\nContent-Ty',
      { problem: undefined, text: undefined },
    ),
    mail(
      'frame/cut off in base64',
      ['Content-Type: multipart/mixed; boundary=b1'],
      bytes(
        '--b1\n',
        textPart('Hello.'),
        '\n--b1\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjQKJeL',
      ),
      {
        text: 'Hello.',
        attachments: [
          { filename: 'a.pdf', mime: 'application/pdf', content: Buffer.from('JVBERi0xLjQKJeL', 'base64') },
        ],
        problem: undefined,
      },
    ),
    mail(
      'frame/two boundary parameters',
      ['Content-Type: multipart/mixed; boundary="b1"; boundary="b2"'],
      multipart('b1', [textPart('Hello.')]),
      { text: 'Hello.' },
    ),
    mail(
      'frame/two content types, the first multipart',
      ['Content-Type: multipart/mixed; boundary="b1"\nContent-Type: text/plain'],
      multipart('b1', [textPart('Hello.')]),
      {
        text: 'Hello.',
        problem: undefined,
      },
    ),
    mail(
      'frame/a text type over a multipart body',
      ['Content-Type: text/plain; boundary="b1"'],
      multipart('b1', [textPart('Hello.')]),
      {
        text: '--b1\nContent-Type: text/plain; charset=utf-8\n\nHello.\n--b1--',
        problem: undefined,
      },
    ),
    mail(
      'frame/a report',
      ['Content-Type: multipart/report; report-type=delivery-status; boundary=b1'],
      multipart('b1', [
        textPart('It failed.'),
        part(
          ['Content-Type: message/delivery-status'],
          'Reporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; x@example.org\nAction: failed\nStatus: 5.1.1\n',
        ),
      ]),
      {
        text: 'It failed.',
        attachments: [
          {
            filename: 'delivery-status.txt',
            mime: 'message/delivery-status',
            content: bytes(
              'Reporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; x@example.org\nAction: failed\nStatus: 5.1.1\n',
            ),
          },
        ],
      },
    ),
    mail(
      'frame/parallel',
      ['Content-Type: multipart/parallel; boundary=b1'],
      multipart('b1', [textPart('Hello.'), pdfPart]),
      { text: 'Hello.', attachments: [pdf] },
    ),
    mail(
      'frame/a header field with a space before its colon',
      ['Content-Type : multipart/mixed; boundary=b1'],
      multipart('b1', [textPart('Hello.'), pdfPart]),
      { text: 'Hello.', attachments: [pdf] },
    ),
    mail(
      'frame/a part header with an unfolded parameter',
      ['Content-Type: multipart/mixed; boundary=b1'],
      multipart('b1', [
        textPart('Hello.'),
        bytes(
          'Content-Transfer-Encoding: base64\nContent-Type: application/zip; x-unix-mode=0600;\nname="a.zip"\nContent-Disposition: attachment; filename="a.zip"\n\nUEsDBA==',
        ),
      ]),
      {
        text: 'Hello.',
        attachments: [{ filename: 'a.zip', mime: 'application/zip', content: Buffer.from('UEsDBA==', 'base64') }],
        problem: undefined,
      },
    ),
  ];
}
