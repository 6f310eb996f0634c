// Content types that are not written as RFC 2045 section 5.1 says are mended, or read as plain text (section 5.2);
// their content is never lost.
import { base64, type CorpusMessage, type Expected, mail, multipart, part, pdf, textPart } from './build.ts';

const body = 'Grüße aus Köln.';

/** The value of the field, and whether it is read as plain text, HTML or as a PDF with this name. */
const types: [value: string, as: 'text' | 'html' | `${string}.pdf`][] = [
  ['text/plain; charset=utf-8', 'text'],
  ['text; charset=us-ascii', 'text'],
  ['text', 'text'],
  ['plain', 'text'],
  ['plain/text', 'text'],
  ['text/plain charset="utf-8"', 'text'],
  ['text/plain charset=utf-8', 'text'],
  ['text/plain, charset=utf-8', 'text'],
  ['text/plain;; charset=utf-8', 'text'],
  ['text/plain; ; charset=utf-8;', 'text'],
  ['text/plain; charset=', 'text'],
  ['text/plain; charset', 'text'],
  ['text/plain;charset="utf-8', 'text'],
  ["text/plain; charset='utf-8'", 'text'],
  ['text/plain; charset = "utf-8"', 'text'],
  ['text/plain; charset: utf-8', 'text'],
  ['text / plain ; charset = utf-8', 'text'],
  ['text/plain (a comment); charset=utf-8 (another)', 'text'],
  ['TEXT/PLAIN; CHARSET=UTF-8', 'text'],
  ['Text/Plain;\n\tCharset="UTF-8"', 'text'],
  ['text/plain>', 'text'],
  ['<text/plain>', 'text'],
  ['"text/plain"; charset=utf-8', 'text'],
  ['text/', 'text'],
  ['/plain', 'text'],
  ['/', 'text'],
  [';', 'text'],
  ['', 'text'],
  ['text/plain; charset=utf-8; charset=iso-8859-1', 'text'],
  ["text/plain; charset*=us-ascii'en'utf-8", 'text'],
  ['text/plain; format=flowed; charset=utf-8', 'text'],
  ['text/plain; charset=utf-8; x=\\', 'text'],
  ['text/plain; =utf-8', 'text'],
  ['text/html; charset=utf-8', 'html'],
  ['text/html;iso-8859-1', 'html'],
  ['text/html;utf-8', 'html'],
  ['text/html charset=utf-8', 'html'],
  ['TEXT/HTML', 'html'],
  ['html', 'html'],
  ['text/html, charset=utf-8', 'html'],
  ['text/html; text/html; charset=utf-8', 'html'],
  ['application/pdf; name="x.pdf"', 'x.pdf'],
  ['application/pdf name="x.pdf"', 'x.pdf'],
  ['application/pdf, name="x.pdf"', 'x.pdf'],
  ['application/pdf;name=x.pdf', 'x.pdf'],
  ['application/pdf; name=my report.pdf', 'my report.pdf'],
  ['application/pdf; name="x.pdf', 'x.pdf'],
  ['application/pdf;\n name="x.pdf"; name="y.pdf"', 'x.pdf'],
  ['application/pdf; NAME = x.pdf', 'x.pdf'],
  ['application/pdf; x-unix-mode=0644; name="x.pdf"', 'x.pdf'],
  ['application/pdf; name="x;y.pdf"', 'x;y.pdf'],
  ['application/pdf; name="x\\"y.pdf"', 'x"y.pdf'],
  ['application/pdf; name=(1) x.pdf', '(1) x.pdf'],
];

function expectation(as: (typeof types)[number][1], before: string | null): Partial<Expected> {
  if (as === 'text') return { text: before === null ? body : `${before}\n${body}` };
  // Texts of both kinds in a row are shown one after the other, in both versions.
  if (as === 'html' && before === null) return { html: `<p>${body}</p>` };
  if (as === 'html') return { html: `<div>${before}</div>\n<p>${body}</p>`, text: `${before}\n${body}` };
  return { text: before, attachments: [{ ...pdf, filename: as }] };
}

export const contentTypes: CorpusMessage[] = types.flatMap(([value, as]) => {
  const encoding = as.endsWith('.pdf') ? 'base64' : '8bit';
  const content = as === 'text' ? body : as === 'html' ? `<p>${body}</p>` : base64(pdf.content);
  const fields = [`Content-Type: ${value}`, `Content-Transfer-Encoding: ${encoding}`];
  const name = value.replace(/\s+/g, ' ') || 'empty';
  return [
    mail(`content-type/whole message ${name}`, fields, `${content}\n`, {
      ...expectation(as, null),
      problem: undefined,
    }),
    mail(
      `content-type/part ${name}`,
      ['Content-Type: multipart/mixed; boundary=b1'],
      multipart('b1', [textPart('Hello.'), part(fields, content)]),
      {
        ...expectation(as, 'Hello.'),
        problem: undefined,
      },
    ),
  ];
});

contentTypes.push(
  mail(
    'content-type/two of them',
    ['Content-Type: text/html; charset=utf-8\nContent-Type: text/plain'],
    `<p>${body}</p>\n`,
    { html: `<p>${body}</p>` },
  ),
  mail(
    'content-type/flowed text',
    ['Content-Type: text/plain; charset=utf-8; format=flowed'],
    'one \ntwo\nthree\n\n-- \nAnn\n',
    {
      text: 'one two\nthree\n\n-- \nAnn',
    },
  ),
  mail(
    'content-type/flowed text with DelSp',
    ['Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes'],
    '你好 \n世界\n',
    { text: '你好世界' },
  ),
  mail(
    'content-type/flowed text with quotes and stuffing',
    ['Content-Type: text/plain; charset=utf-8; format=flowed'],
    '> one \n> two\n>> three \n>> four\n From here\n',
    {
      text: '> one two\n>> three four\nFrom here',
    },
  ),
  mail(
    'content-type/flowed text with blank lines in a quote',
    ['Content-Type: text/plain; charset=utf-8; format=flowed'],
    '> one\n>\n>two\n>> \n',
    {
      text: '> one\n>\n>two\n>>',
    },
  ),
  mail(
    'content-type/enriched text',
    ['Content-Type: text/enriched; charset=utf-8'],
    '<bold>Hello</bold> <color><param>red</param>there</color>,\nAnn.\n\n1 <<2\n',
    {
      text: 'Hello there, Ann.\n1 <2',
    },
  ),
  mail('content-type/rich text', ['Content-Type: text/richtext'], '<bold>Hello</bold> there,\nAnn.<nl>1 <lt>2\n', {
    text: 'Hello there, Ann.\n1 <2',
  }),
  mail(
    'content-type/rich text beside plain',
    ['Content-Type: multipart/alternative; boundary=b1'],
    multipart('b1', [textPart('Hello.'), part(['Content-Type: text/richtext'], '<bold>Hello.</bold>')]),
    { text: 'Hello.', attachments: undefined },
  ),
  mail(
    'content-type/an AMP page beside HTML',
    ['Content-Type: multipart/alternative; boundary=b1'],
    multipart('b1', [
      textPart('Hello.'),
      part(['Content-Type: text/x-amp-html; charset=utf-8'], '<html amp4email></html>'),
      part(['Content-Type: text/html; charset=utf-8'], '<p>Hello.</p>'),
    ]),
    { text: 'Hello.', html: '<p>Hello.</p>', attachments: undefined },
  ),
  mail(
    'content-type/a watch text beside plain and HTML',
    ['Content-Type: multipart/alternative; boundary=b1'],
    multipart('b1', [
      textPart('Hello.'),
      part(['Content-Type: text/watch-html; charset=utf-8'], '<b>Hi</b>'),
      part(['Content-Type: text/html; charset=utf-8'], '<p>Hello.</p>'),
    ]),
    { text: 'Hello.', html: '<p>Hello.</p>', attachments: undefined },
  ),
);
