// Letters in the style of web mail and of the mail programs of Unix.
import { base64, bytes, type CorpusMessage, multipart, part, pdf } from './build.ts';
import { letter, pdfWith } from './program-letters.ts';

export function web(): CorpusMessage[] {
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

export function unix(): CorpusMessage[] {
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
