// Letters in the style of the mail programs of Microsoft and Apple.
import { base64, bytes, type CorpusMessage, multipart, part, pdf, png } from './build.ts';
import { boundary, letter, pdfWith, pngWith } from './program-letters.ts';

export function microsoft(): CorpusMessage[] {
  const html =
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"></head><body lang="DE"><p class="MsoNormal">Gr=FC=DFe<o:p></o:p></p><img src="cid:image001.png@01DC9F00.12345678"></body></html>';
  const shown = html.replace('=FC=DF', 'üß');
  const picture = pngWith(
    'Content-Type: image/png; name="image001.png"',
    'Content-Description: image001.png',
    'Content-Disposition: inline; filename="image001.png"; size=20;\n\tcreation-date="Tue, 17 Feb 2026 08:00:00 GMT"',
    'Content-ID: <image001.png@01DC9F00.12345678>',
  );
  const related = part(
    [boundary('related', '_004_AM0PR_', ';\n\ttype="multipart/alternative"')],
    multipart('_004_AM0PR_', [
      part(
        [boundary('alternative', '_000_AM0PR_')],
        multipart('_000_AM0PR_', [
          part(
            ['Content-Type: text/plain; charset="iso-8859-1"', 'Content-Transfer-Encoding: quoted-printable'],
            'Gr=FC=DFe\n\n',
          ),
          part(
            ['Content-Type: text/html; charset="iso-8859-1"', 'Content-Transfer-Encoding: quoted-printable'],
            html.replaceAll('="', '=3D"').replaceAll('charset=iso', 'charset=3Diso'),
          ),
        ]),
      ),
      picture,
    ]),
  );
  return [
    letter(
      'Outlook with a picture in the text and an attachment',
      [
        'Thread-Topic: The lease',
        'Thread-Index: AQHcnx1yJ8l0+Zb0Q0mZy1f2W3kYhQ==',
        'Accept-Language: de-DE, en-US',
        'X-MS-Has-Attach: yes',
        'In-Reply-To: <old@example.org>',
        'References: <oldest@example.org> <old@example.org>',
        boundary('mixed', '_005_AM0PR_'),
      ],
      multipart('_005_AM0PR_', [
        related,
        pdfWith(
          'Content-Type: application/pdf; name="lease.pdf"',
          'Content-Description: lease.pdf',
          'Content-Disposition: attachment; filename="lease.pdf"; size=24;',
        ),
      ]),
      {
        in_reply_to: '<old@example.org>',
        references: ['<oldest@example.org>', '<old@example.org>'],
        text: 'Grüße',
        html: shown,
        attachments: [{ ...png, filename: 'image001.png' }, pdf],
      },
    ),
    letter(
      'Outlook Express with windows-1252',
      [
        'X-Mailer: Microsoft Outlook Express 6.00.2900.2180',
        boundary('alternative', '----=_NextPart_000_0006_01C6F3B5.C6A2B7A0'),
      ],
      bytes(
        'This is a multi-part message in MIME format.\n\n',
        multipart('----=_NextPart_000_0006_01C6F3B5.C6A2B7A0', [
          part(
            ['Content-Type: text/plain;\n\tcharset="Windows-1252"', 'Content-Transfer-Encoding: quoted-printable'],
            '=93Hello=94 =96 5 =80\n',
          ),
          part(
            ['Content-Type: text/html;\n\tcharset="Windows-1252"', 'Content-Transfer-Encoding: quoted-printable'],
            '<P>=93Hello=94</P>\n',
          ),
        ]),
      ),
      { text: '“Hello” – 5 €', html: '<P>“Hello”</P>' },
    ),
    letter(
      'Outlook that sends winmail.dat',
      ['X-MS-TNEF-Correlator: <lease@example.org>', boundary('mixed', '----_=_NextPart_001_01C')],
      multipart('----_=_NextPart_001_01C', [
        part(['Content-Type: text/plain;\n\tcharset="us-ascii"'], 'Hello.\n'),
        part(
          ['Content-Type: application/ms-tnef;\n\tname="winmail.dat"', 'Content-Transfer-Encoding: base64'],
          'eJ8+IgABAAGQCAAEAAAAAAABAAEAAQeQBgAIAAAA',
        ),
      ]),
      {
        text: 'Hello.',
        attachments: [
          {
            filename: 'winmail.dat',
            mime: 'application/ms-tnef',
            content: Buffer.from('eJ8+IgABAAGQCAAEAAAAAAABAAEAAQeQBgAIAAAA', 'base64'),
          },
        ],
      },
    ),
    letter(
      'Exchange with a meeting request',
      [boundary('alternative', '_000_mtg_'), 'Content-class: urn:content-classes:calendarmessage'],
      multipart('_000_mtg_', [
        part(
          ['Content-Type: text/plain; charset="utf-8"', 'Content-Transfer-Encoding: base64'],
          base64('When: Tuesday\r\n'),
        ),
        part(
          ['Content-Type: text/html; charset="utf-8"', 'Content-Transfer-Encoding: base64'],
          base64('<p>When: Tuesday</p>\r\n'),
        ),
        part(
          ['Content-Type: text/calendar; charset="utf-8"; method=REQUEST', 'Content-Transfer-Encoding: base64'],
          base64('BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'),
        ),
      ]),
      {
        text: 'When: Tuesday',
        html: '<p>When: Tuesday</p>',
        attachments: [
          {
            filename: 'invite.ics',
            mime: 'text/calendar',
            content: Buffer.from('BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'),
          },
        ],
      },
    ),
    letter(
      'Exchange with a subject in GB 2312 and a date of the time zone',
      [
        'Subject: =?gb2312?B?tPC4tDogxOO6ww==?=',
        'Date: Tue, 17 Feb 2026 16:00:00 +0800',
        'Content-Type: text/plain; charset="gb2312"',
        'Content-Transfer-Encoding: base64',
      ],
      'xOO6ww0K\n',
      {
        subject: '答复: 你好',
        text: '你好',
      },
    ),
  ];
}

export function apple(): CorpusMessage[] {
  const html =
    '<html><head><meta http-equiv="Content-Type" content="text/html charset=utf-8"></head><body style="word-wrap: break-word;">Hello<img apple-inline="yes" src="cid:9F0C@example.org"></body></html>';
  return [
    letter(
      'Apple Mail with a picture and a PDF in the text',
      [
        'X-Mailer: Apple Mail (2.3774.300.61.1.2)',
        'Mime-Version: 1.0 (Mac OS X Mail 16.0 \\(3774.300.61.1.2\\))',
        boundary('alternative', 'Apple-Mail=_0B9F'),
      ],
      bytes(
        '\n',
        multipart('Apple-Mail=_0B9F', [
          part(['Content-Transfer-Encoding: 7bit', 'Content-Type: text/plain;\n\tcharset=us-ascii'], 'Hello\n'),
          part(
            [boundary('mixed', 'Apple-Mail=_4C11')],
            bytes(
              '\n',
              multipart('Apple-Mail=_4C11', [
                part(
                  [boundary('related', 'Apple-Mail=_77AA', ';\n\ttype="text/html"')],
                  bytes(
                    '\n',
                    multipart('Apple-Mail=_77AA', [
                      part(['Content-Transfer-Encoding: 7bit', 'Content-Type: text/html;\n\tcharset=utf-8'], html),
                      pngWith(
                        'Content-Disposition: inline;\n\tfilename="logo.png"',
                        'Content-Type: image/png;\n\tx-unix-mode=0644;\n\tname="logo.png"',
                        'Content-Id: <9F0C@example.org>',
                      ),
                    ]),
                  ),
                ),
                pdfWith(
                  'Content-Disposition: inline;\n\tfilename=lease.pdf',
                  'Content-Type: application/pdf;\n\tname="lease.pdf"',
                ),
                part(
                  ['Content-Transfer-Encoding: 7bit', 'Content-Type: text/html;\n\tcharset=us-ascii'],
                  '<html><body>After it.</body></html>',
                ),
              ]),
            ),
          ),
        ]),
      ),
      { text: 'Hello', html: undefined, attachments: [png, pdf] },
    ),
    letter(
      'Apple Mail with a name in decomposed letters',
      [boundary('mixed', 'Apple-Mail-1--123')],
      multipart('Apple-Mail-1--123', [
        part(['Content-Type: text/plain; charset=US-ASCII; format=flowed'], 'Hello.\n'),
        pdfWith(
          "Content-Disposition: attachment;\n\tfilename*0*=utf-8''Vertra%CC%88ge%20und%20U%CC%88bersicht%202026%20ganz;\n\tfilename*1*=%20neu.pdf",
          "Content-Type: application/pdf;\n\tx-unix-mode=0644;\n\tname*=utf-8''alt.pdf",
        ),
      ]),
      { text: 'Hello.', attachments: [{ ...pdf, filename: 'Vertra\u0308ge und U\u0308bersicht 2026 ganz neu.pdf' }] },
    ),
    letter(
      'an AppleDouble file',
      [boundary('mixed', 'b1')],
      multipart('b1', [
        part(['Content-Type: text/plain; charset=us-ascii'], 'Hello.'),
        part(
          [boundary('appledouble', 'ad')],
          multipart('ad', [
            part(
              ['Content-Type: application/applefile; name="lease.pdf"', 'Content-Transfer-Encoding: base64'],
              'AAUWBwACAAA=',
            ),
            pdfWith(
              'Content-Type: application/pdf; name="lease.pdf"',
              'Content-Disposition: attachment; filename="lease.pdf"',
            ),
          ]),
        ),
      ]),
      { text: 'Hello.', attachments: undefined },
    ),
    letter(
      'iPhone with a photo',
      [
        'X-Mailer: iPhone Mail (23A341)',
        'Content-Type: multipart/mixed; boundary=Apple-Mail-AAAA-BBBB',
        'Content-Transfer-Encoding: 7bit',
      ],
      bytes(
        '\n',
        multipart('Apple-Mail-AAAA-BBBB', [
          part(['Content-Type: text/plain;\n\tcharset=us-ascii', 'Content-Transfer-Encoding: 7bit'], '\n'),
          pngWith(
            'Content-Type: image/png;\n\tname=IMG_0001.png;\n\tx-apple-part-url=4FD8',
            'Content-Disposition: attachment;\n\tfilename=IMG_0001.png',
          ),
          part(
            ['Content-Type: text/plain;\n\tcharset=us-ascii', 'Content-Transfer-Encoding: 7bit'],
            '\n\nSent from my iPhone',
          ),
        ]),
      ),
      { text: undefined, attachments: [{ ...png, filename: 'IMG_0001.png' }] },
    ),
  ];
}
