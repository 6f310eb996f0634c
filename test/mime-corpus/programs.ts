// Letters in the style of mail programs, old and new: the frames, labels and habits of each.
import {
  base64,
  bytes,
  type CorpusMessage,
  type Expected,
  mail,
  multipart,
  type Piece,
  part,
  pdf,
  png,
} from './build.ts';

const pdfWith = (...fields: string[]) => part([...fields, 'Content-Transfer-Encoding: base64'], base64(pdf.content));
const pngWith = (...fields: string[]) => part([...fields, 'Content-Transfer-Encoding: base64'], base64(png.content));
const boundary = (type: string, value: string, rest = '') =>
  `Content-Type: multipart/${type};\n\tboundary="${value}"${rest}`;

export const programs: CorpusMessage[] = [...microsoft(), ...apple(), ...web(), ...unix(), ...old(), ...phones()];

function letter(name: string, fields: Piece[], body: Piece, expected: Partial<Expected>): CorpusMessage {
  return mail(`program/${name}`, fields, body, expected);
}

function microsoft(): CorpusMessage[] {
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

function apple(): CorpusMessage[] {
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

function web(): CorpusMessage[] {
  return [
    letter(
      'Gmail',
      [
        'Message-ID: <CAF+abc=Def-123_x@mail.gmail.example>',
        'Content-Type: multipart/alternative; boundary="000000000000a1b2c3d4e5f6a7b8"',
      ],
      multipart('000000000000a1b2c3d4e5f6a7b8', [
        part(
          ['Content-Type: text/plain; charset="UTF-8"', 'Content-Transfer-Encoding: quoted-printable'],
          'Gr=C3=BC=C3=9Fe\n\nOn Mon, Feb 16, 2026 at 10:00=E2=80=AFAM Bob <bob@example.net> wrote:\n\n> Hello\n',
        ),
        part(
          ['Content-Type: text/html; charset="UTF-8"', 'Content-Transfer-Encoding: quoted-printable'],
          '<div dir=3D"ltr">Gr=C3=BC=C3=9Fe</div>\n',
        ),
      ]),
      {
        message_id: '<CAF+abc=Def-123_x@mail.gmail.example>',
        text: 'Grüße\n\nOn Mon, Feb 16, 2026 at 10:00\u202fAM Bob <bob@example.net> wrote:\n\n> Hello',
        html: '<div dir="ltr">Grüße</div>',
      },
    ),
    letter(
      'Gmail with an attachment named in another script',
      ['Content-Type: multipart/mixed; boundary="000000000000ff"'],
      multipart('000000000000ff', [
        part(
          ['Content-Type: multipart/alternative; boundary="000000000000fe"'],
          multipart('000000000000fe', [
            part(['Content-Type: text/plain; charset="UTF-8"'], 'Hello\n'),
            part(['Content-Type: text/html; charset="UTF-8"'], '<div dir="ltr">Hello</div>\n'),
          ]),
        ),
        pdfWith(
          'Content-Type: application/pdf; name="=?UTF-8?B?5aWR57SELnBkZg==?="',
          'Content-Disposition: attachment; filename="=?UTF-8?B?5aWR57SELnBkZg==?="',
          'X-Attachment-Id: f_abc',
          'Content-ID: <f_abc>',
        ),
      ]),
      { text: 'Hello', html: '<div dir="ltr">Hello</div>', attachments: [{ ...pdf, filename: '契約.pdf' }] },
    ),
    letter(
      'a newsletter of HTML alone',
      [
        'List-Unsubscribe: <https://news.example/u>',
        'Content-Type: text/html; charset="utf-8"',
        'Content-Transfer-Encoding: quoted-printable',
      ],
      '<!DOCTYPE html><html><body style=3D"color:#333">=E2=9C=93 News=\nletter</body></html>\n',
      {
        html: '<!DOCTYPE html><html><body style="color:#333">✓ Newsletter</body></html>',
      },
    ),
    letter(
      'a PHP script',
      ['Content-type: text/html;charset=UTF-8', 'X-PHP-Originating-Script: 33:mail.php'],
      '<p>Grüße</p>\n',
      { html: '<p>Grüße</p>' },
    ),
    letter(
      'a PHP script with its boundary in two fields',
      ['Content-Type: multipart/mixed; boundary="PHP-mixed-1"'],
      bytes(
        '\n',
        multipart('PHP-mixed-1', [
          part(
            ['Content-Type: multipart/alternative; boundary="PHP-alt-1"'],
            bytes(
              '\n',
              multipart('PHP-alt-1', [
                part(['Content-Type: text/plain; charset="iso-8859-1"', 'Content-Transfer-Encoding: 7bit'], 'Hello\n'),
                part(
                  ['Content-Type: text/html; charset="iso-8859-1"', 'Content-Transfer-Encoding: 7bit'],
                  '<b>Hello</b>\n',
                ),
              ]),
            ),
          ),
          pdfWith('Content-Type: application/zip; name="a.zip"', 'Content-Disposition: attachment'),
        ]),
      ),
      {
        text: 'Hello',
        html: '<b>Hello</b>',
        attachments: [{ filename: 'a.zip', mime: 'application/zip', content: pdf.content }],
      },
    ),
    letter(
      'Yahoo',
      ['Content-Type: multipart/alternative; boundary="----=_Part_1_2.3"'],
      multipart('----=_Part_1_2.3', [
        part(
          ['Content-Type: text/plain; charset=UTF-8', 'Content-Transfer-Encoding: quoted-printable'],
          '=C2=A0Hello=20\n',
        ),
        part(
          ['Content-Type: text/html; charset=UTF-8', 'Content-Transfer-Encoding: 7bit'],
          '<html><head></head><body>Hello</body></html>',
        ),
      ]),
      { text: '\u00a0Hello', html: '<html><head></head><body>Hello</body></html>' },
    ),
  ];
}

function unix(): CorpusMessage[] {
  return [
    letter(
      'Thunderbird with flowed text and a signature',
      [
        'User-Agent: Mozilla Thunderbird',
        'Content-Language: en-US',
        'Content-Type: text/plain; charset=UTF-8; format=flowed',
        'Content-Transfer-Encoding: 8bit',
      ],
      'A long line that is \nbroken for the wire.\n\nOn 16.02.26 10:00, Bob wrote:\n> Hello\n\n-- \nAnn\n',
      {
        text: 'A long line that is broken for the wire.\n\nOn 16.02.26 10:00, Bob wrote:\n> Hello\n\n-- \nAnn',
      },
    ),
    letter(
      'Thunderbird with an attachment',
      ['Content-Type: multipart/mixed; boundary="------------0V4wFuHq0d1zJ2m0Yp0q0"'],
      bytes(
        'This is a multi-part message in MIME format.\n',
        multipart('------------0V4wFuHq0d1zJ2m0Yp0q0', [
          part(
            ['Content-Type: text/plain; charset=UTF-8; format=flowed', 'Content-Transfer-Encoding: 7bit'],
            'Hello\n',
          ),
          pdfWith(
            'Content-Type: application/pdf; name="lease.pdf"',
            'Content-Disposition: attachment; filename="lease.pdf"',
          ),
        ]),
      ),
      { text: 'Hello', attachments: [pdf] },
    ),
    letter(
      'mutt',
      [
        'User-Agent: Mutt/2.2.12',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Disposition: inline',
        'Content-Transfer-Encoding: 8bit',
        'In-Reply-To: <old@example.org>',
        'Mail-Followup-To: Ann <ann@example.org>',
      ],
      'Grüße\n-- \nAnn\n',
      {
        in_reply_to: '<old@example.org>',
        text: 'Grüße\n-- \nAnn',
      },
    ),
    letter(
      'mutt with a patch',
      ['Content-Type: multipart/mixed; boundary="k+w/mQv8wyuph6w0"', 'Content-Disposition: inline'],
      bytes(
        '\n',
        multipart('k+w/mQv8wyuph6w0', [
          part(['Content-Type: text/plain; charset=us-ascii', 'Content-Disposition: inline'], 'See the patch.\n'),
          part(
            ['Content-Type: text/x-diff; charset=us-ascii', 'Content-Disposition: attachment; filename="fix.diff"'],
            'From 0123456 Mon Sep 17 00:00:00 2001\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n',
          ),
        ]),
      ),
      {
        text: 'See the patch.',
        attachments: [
          {
            filename: 'fix.diff',
            mime: 'text/x-diff',
            content: bytes('From 0123456 Mon Sep 17 00:00:00 2001\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'),
          },
        ],
      },
    ),
    letter(
      'git send-email',
      [
        'X-Mailer: git-send-email 2.47.0',
        'Subject: [PATCH v2 1/2] lease: pay the\n rent on time',
        'Content-Type: text/plain; charset=UTF-8',
        'Content-Transfer-Encoding: 8bit',
      ],
      'Signed-off-by: Ann Lee <ann@example.org>\n---\n x | 2 +-\n 1 file changed\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n-- \n2.47.0\n',
      {
        subject: '[PATCH v2 1/2] lease: pay the rent on time',
        text: 'Signed-off-by: Ann Lee <ann@example.org>\n---\n x | 2 +-\n 1 file changed\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n-- \n2.47.0',
      },
    ),
    letter(
      'pine',
      [
        'Message-ID: <Pine.LNX.4.44.0302170900.1234-100000@host.example.org>',
        'Content-Type: MULTIPART/MIXED; BOUNDARY="-1463811840-1804289383-1045472400=:1234"',
      ],
      bytes(
        '  This message is in MIME format.  The first part should be readable text,\n  while the remaining parts are likely unreadable without MIME-aware tools.\n\n',
        multipart('-1463811840-1804289383-1045472400=:1234', [
          part(['Content-Type: TEXT/PLAIN; charset=US-ASCII'], 'Hello\n'),
          part(
            [
              'Content-Type: TEXT/PLAIN; charset=US-ASCII; name="notes.txt"',
              'Content-Transfer-Encoding: BASE64',
              'Content-ID: <Pine.LNX.4.44.1@host>',
              'Content-Description: ',
              'Content-Disposition: attachment; filename="notes.txt"',
            ],
            base64('Notes.\n'),
          ),
        ]),
      ),
      {
        message_id: '<Pine.LNX.4.44.0302170900.1234-100000@host.example.org>',
        text: 'Hello',
        attachments: [{ filename: 'notes.txt', mime: 'text/plain', content: Buffer.from('Notes.\n') }],
      },
    ),
    letter(
      'mailx without MIME',
      [
        'MIME-Version:',
        'From: ann@example.org (Ann Lee)',
        'Date: Tue, 17 Feb 26 09:00 MET',
        'Message-Id: <9602170800.AA01234@host.example.org>',
      ],
      'Hello.\n',
      {
        from: { address: 'ann@example.org', name: 'Ann Lee' },
        message_id: '<9602170800.AA01234@host.example.org>',
        text: 'Hello.',
      },
    ),
    letter(
      'MH with a reply phrase',
      [
        'In-reply-to: Your message of "Mon, 16 Feb 2026 10:00:00 +0100."\n             <9602160900.AA00001@host.example.org> ',
      ],
      'Hello.\n',
      {
        in_reply_to: '<9602160900.AA00001@host.example.org>',
        text: 'Hello.',
      },
    ),
    letter(
      'cron',
      [
        'From: "(Cron Daemon)" <root@example.org>',
        'Subject: Cron <ann@host> /usr/bin/backup',
        'Content-Type: text/plain; charset=UTF-8',
        'Content-Transfer-Encoding: 8bit',
        'X-Cron-Env: <SHELL=/bin/sh>',
      ],
      'done\n',
      {
        from: { address: 'root@example.org', name: '(Cron Daemon)' },
        subject: 'Cron <ann@host> /usr/bin/backup',
        text: 'done',
      },
    ),
  ];
}

function old(): CorpusMessage[] {
  return [
    letter(
      'Lotus Notes',
      [
        'X-Mailer: Lotus Notes Release 8.5.3',
        'Message-ID: <OF01234567.89ABCDEF-ONC1257000.00311111-C1257000.00322222@example.org>',
        'Content-Type: multipart/related; boundary="=_related 0032222"',
      ],
      bytes(
        '--=_related 0032222\nContent-Type: multipart/alternative; boundary="=_alternative 0032223"\n\n\n',
        multipart('=_alternative 0032223', [
          part(
            ['Content-Type: text/plain; charset="ISO-8859-1"', 'Content-Transfer-Encoding: quoted-printable'],
            'Gr=FC=DFe=20\n',
          ),
          part(
            ['Content-Type: text/html; charset="ISO-8859-1"', 'Content-Transfer-Encoding: quoted-printable'],
            '<font size=3D2 face=3D"sans-serif">Gr=FC=DFe</font>\n<img src=3Dcid:logo@example.org>\n',
          ),
        ]),
        '--=_related 0032222\n',
        pngWith('Content-Type: image/png', 'Content-ID: <logo@example.org>'),
        '\n--=_related 0032222--\n',
      ),
      {
        message_id: '<OF01234567.89ABCDEF-ONC1257000.00311111-C1257000.00322222@example.org>',
        text: 'Grüße',
        html: '<font size=2 face="sans-serif">Grüße</font>\n<img src=cid:logo@example.org>',
        attachments: [{ ...png, filename: 'image.png' }],
      },
    ),
    letter(
      'Lotus Notes with a name that is an address of its own',
      [
        'From: Ann Lee/HQ/Example <Ann_Lee/HQ/Example@example.org>',
        'To: "Bob Ray" <bob@example.net>\n , Cleo/HQ@example.net',
      ],
      'Hello.\n',
      {
        from: { address: 'Ann_Lee/HQ/Example@example.org', name: 'Ann Lee/HQ/Example' },
        to: [
          { address: 'bob@example.net', name: 'Bob Ray' },
          { address: 'Cleo/HQ@example.net', name: null },
        ],
        text: 'Hello.',
      },
    ),
    letter(
      'Eudora',
      [
        'X-Mailer: QUALCOMM Windows Eudora Version 7.1.0.9',
        'Message-Id: <6.2.1.2.2.20260217090000.01234560@pop.example.org>',
        'Content-Type: multipart/mixed;\n\tboundary="=====================_12345678==_"',
      ],
      multipart('=====================_12345678==_', [
        part(
          ['Content-Type: multipart/alternative;\n\tboundary="=====================_12345679==.ALT"'],
          multipart('=====================_12345679==.ALT', [
            part(['Content-Type: text/plain; charset="us-ascii"; format=flowed'], 'Hello\n'),
            part(['Content-Type: text/html; charset="us-ascii"'], '<html><body>Hello</body></html>\n'),
          ]),
        ),
        part(
          [
            'Content-Type: application/octet-stream; name="lease.pdf";\n x-mac-type="50444620"; x-mac-creator="4341524F"',
            'Content-Disposition: attachment; filename="lease.pdf"',
            'Content-Transfer-Encoding: base64',
          ],
          base64(pdf.content),
        ),
      ]),
      {
        message_id: '<6.2.1.2.2.20260217090000.01234560@pop.example.org>',
        text: 'Hello',
        html: '<html><body>Hello</body></html>',
        attachments: [{ ...pdf, mime: 'application/octet-stream' }],
      },
    ),
    letter(
      'Eudora for Macintosh with BinHex',
      ['Content-Type: multipart/mixed; boundary="============_-123==_============"'],
      multipart('============_-123==_============', [
        part(['Content-Type: text/plain; charset="us-ascii"'], 'Hello'),
        part(
          [
            'Content-Type: application/mac-binhex40; name="lease.hqx"',
            'Content-Disposition: attachment; filename="lease.hqx"',
          ],
          '(This file must be converted with BinHex 4.0)\n:#N&bFfaZ!:',
        ),
      ]),
      {
        text: 'Hello',
        attachments: [
          {
            filename: 'lease.hqx',
            mime: 'application/mac-binhex40',
            content: bytes('(This file must be converted with BinHex 4.0)\n:#N&bFfaZ!:'),
          },
        ],
      },
    ),
    letter(
      'Netscape',
      [
        'X-Mailer: Mozilla 4.7 [en] (Win98; I)',
        'Content-Type: multipart/alternative; boundary="------------B2F0A1C4D5E6"',
      ],
      bytes(
        '\n',
        multipart('------------B2F0A1C4D5E6', [
          part(
            [
              'Content-Type: text/plain; charset=us-ascii; x-mac-type="54455854"; x-mac-creator="4D4F5353"',
              'Content-Transfer-Encoding: 7bit',
            ],
            'Hello\n',
          ),
          part(
            ['Content-Type: text/html; charset=us-ascii', 'Content-Transfer-Encoding: 7bit'],
            '<!doctype html public "-//w3c//dtd html 4.0 transitional//en">\n<html>Hello</html>\n',
          ),
        ]),
      ),
      { text: 'Hello', html: '<!doctype html public "-//w3c//dtd html 4.0 transitional//en">\n<html>Hello</html>' },
    ),
    letter(
      'The Bat in KOI8-R',
      [
        'X-Mailer: The Bat! (v3.99)',
        'Subject: =?koi8-r?B?8NLJ18XU?=',
        'From: =?koi8-r?B?4c7OwQ==?= <ann@example.org>',
        'Content-Type: text/plain; charset=koi8-r',
        'Content-Transfer-Encoding: 8bit',
      ],
      bytes(Buffer.from('f0d2c9d7c5d4', 'hex'), '\n'),
      {
        subject: 'Привет',
        from: { address: 'ann@example.org', name: 'Анна' },
        text: 'Привет',
      },
    ),
    letter(
      'Becky in iso-2022-jp',
      [
        'X-Mailer: Becky! ver. 2.81.01',
        'Subject: =?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=',
        'Content-Type: text/plain; charset="ISO-2022-JP"',
        'Content-Transfer-Encoding: 7bit',
      ],
      bytes(Buffer.from('1b2442467c4b5c1b2842', 'hex'), '\n'),
      {
        subject: '日本',
        text: '日本',
      },
    ),
    letter(
      'Foxmail in GB 2312',
      [
        'X-mailer: Foxmail 6, 15, 201, 23 [cn]',
        'Subject: =?gb2312?B?xOO6ww==?=',
        'Content-Type: multipart/alternative;\n\tboundary="=====003_Dragon123456789012_====="',
      ],
      bytes(
        'This is a multi-part message in MIME format.\n\n',
        multipart('=====003_Dragon123456789012_=====', [
          part(['Content-Type: text/plain;\n\tcharset="gb2312"', 'Content-Transfer-Encoding: base64'], 'xOO6ww0K\n'),
          part(
            ['Content-Type: text/html;\n\tcharset="gb2312"', 'Content-Transfer-Encoding: base64'],
            'PHA+xOO6wzwvcD4NCg==\n',
          ),
        ]),
      ),
      { subject: '你好', text: '你好', html: '<p>你好</p>' },
    ),
    letter(
      'Elm with a date without seconds',
      [
        'X-Mailer: ELM [version 2.4 PL25]',
        'Date: Tue, 17 Feb 2026 9:00:00 +0100 (MET)',
        'Content-Length: 7',
        'Content-Type: text',
      ],
      'Hello.\n',
      { text: 'Hello.', problem: undefined },
    ),
    letter(
      'Novell GroupWise',
      [
        'X-Mailer: Novell GroupWise Internet Agent 8.0.2',
        'Content-Type: multipart/mixed; boundary="____MNBVCXZLKJ____"',
      ],
      bytes(
        'This is a MIME message. If you are reading this text, you may want to\nconsider changing to a mail reader.\n\n',
        multipart('____MNBVCXZLKJ____', [
          part(
            [
              'Content-Type: text/plain; charset=US-ASCII',
              'Content-Transfer-Encoding: quoted-printable',
              'Content-Disposition: inline',
            ],
            'Hello=20\n',
          ),
          part(
            [
              'Content-Type: text/plain; name="TEXT.htm"',
              'Content-Transfer-Encoding: base64',
              'Content-Disposition: attachment; filename="TEXT.htm"',
            ],
            base64('<p>Hi</p>'),
          ),
        ]),
      ),
      { text: 'Hello', attachments: [{ filename: 'TEXT.htm', mime: 'text/plain', content: Buffer.from('<p>Hi</p>') }] },
    ),
  ];
}

function phones(): CorpusMessage[] {
  return [
    letter(
      'a picture message of a phone network',
      [
        'From: +491701234567@mms.example',
        'Subject:',
        'Content-Type: multipart/related; type="application/smil"; start="<smil>"; boundary=mms',
      ],
      multipart('mms', [
        part(['Content-Type: application/smil; name=smil.xml', 'Content-ID: <smil>'], '<smil></smil>'),
        part(['Content-Type: text/plain; charset=utf-8; name=text.txt', 'Content-ID: <text>'], 'Hi from the sea.'),
        pngWith('Content-Type: image/png; name=photo.png', 'Content-ID: <photo>'),
      ]),
      {
        from: { address: '+491701234567@mms.example', name: null },
        subject: null,
        text: undefined,
        attachments: undefined,
      },
    ),
    letter(
      'a fax gateway',
      ['Content-Type: multipart/mixed; boundary="fax"', 'Content-Disposition: inline'],
      multipart('fax', [
        part(['Content-Type: text/plain'], 'Fax of 2 pages.'),
        pdfWith(
          'Content-Type: image/tiff; application=faxbw; name="00001234.tif"',
          'Content-Disposition: inline; filename="00001234.tif"',
          'Content-Duration: 60',
        ),
      ]),
      {
        text: 'Fax of 2 pages.',
        attachments: [{ filename: '00001234.tif', mime: 'image/tiff', content: pdf.content }],
      },
    ),
    letter(
      'a voice message (RFC 3801)',
      ['Content-Type: multipart/voice-message; boundary="vm"'],
      multipart('vm', [
        part(['Content-Type: text/plain'], 'A message of 12 seconds.'),
        pdfWith(
          'Content-Type: audio/wav; name="msg0001.wav"',
          'Content-Disposition: inline; voice=Voice-Message; filename="msg0001.wav"',
        ),
      ]),
      {
        text: 'A message of 12 seconds.',
        attachments: [{ filename: 'msg0001.wav', mime: 'audio/wav', content: pdf.content }],
      },
    ),
  ];
}
