// Letters in the style of old mail programs and of phones.
import { base64, bytes, type CorpusMessage, multipart, part, pdf, png } from './build.ts';
import { letter, pdfWith, pngWith } from './program-letters.ts';

export function old(): CorpusMessage[] {
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

export function phones(): CorpusMessage[] {
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
