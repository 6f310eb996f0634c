// The reports of mail servers.
import { bytes, type CorpusMessage, mail, multipart, part, textPart } from './build.ts';
import { eml, file } from './nested-parts.ts';

export function reports(): CorpusMessage[] {
  const status =
    'Reporting-MTA: dns; mx.example.org\nArrival-Date: Tue, 17 Feb 2026 09:00:00 +0100\n\nFinal-Recipient: rfc822; nobody@example.com\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 no such user\n';
  const original =
    'From: Ann <ann@example.org>\nTo: nobody@example.com\nSubject: The lease\nMessage-ID: <first@example.org>\n';
  const from = (name: string) => `From: ${name}`;
  const report = 'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"';
  const daemon = { from: { address: 'MAILER-DAEMON@example.org', name: 'Mail Delivery System' } };
  return [
    mail(
      'report/Postfix',
      [
        from('MAILER-DAEMON@example.org (Mail Delivery System)'),
        'Subject: Undelivered Mail Returned to Sender',
        'Auto-Submitted: auto-replied',
        report,
      ],
      bytes(
        'This is a MIME-encapsulated message.\n\n',
        multipart('b1', [
          part(
            ['Content-Description: Notification', 'Content-Type: text/plain; charset=us-ascii'],
            'This is the mail system at host mx.example.org.\n',
          ),
          part(['Content-Description: Delivery report', 'Content-Type: message/delivery-status'], status),
          part(
            [
              'Content-Description: Undelivered Message',
              'Content-Type: message/rfc822',
              'Content-Transfer-Encoding: 8bit',
            ],
            `${original}\nHello.\n`,
          ),
        ]),
      ),
      {
        ...daemon,
        subject: 'Undelivered Mail Returned to Sender',
        text: 'This is the mail system at host mx.example.org.',
        attachments: [
          file('delivery-status.txt', 'message/delivery-status', status),
          eml(bytes(`${original}\nHello.\n`)),
        ],
      },
    ),
    mail(
      'report/Exim',
      [
        from('Mail Delivery System <Mailer-Daemon@example.org>'),
        'Subject: Mail delivery failed: returning message to sender',
        'X-Failed-Recipients: nobody@example.com',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=1771318800-eximdsn-12345',
      ],
      multipart('1771318800-eximdsn-12345', [
        part(
          ['Content-type: text/plain; charset=us-ascii'],
          'This message was created automatically by mail delivery software.\n',
        ),
        part(['Content-type: message/delivery-status'], status),
        part(['Content-type: text/rfc822-headers'], original),
      ]),
      {
        from: { address: 'Mailer-Daemon@example.org', name: 'Mail Delivery System' },
        subject: 'Mail delivery failed: returning message to sender',
        text: 'This message was created automatically by mail delivery software.',
        attachments: [
          file('delivery-status.txt', 'message/delivery-status', status),
          file('headers.txt', 'text/rfc822-headers', original),
        ],
      },
    ),
    mail(
      'report/Exchange',
      [
        from('Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.org>'),
        'Subject: Undeliverable: The lease',
        report,
      ],
      multipart('b1', [
        part(
          ['Content-Type: multipart/alternative; differences=Content-Type;\n\tboundary="alt"'],
          multipart('alt', [
            part(
              ['Content-Type: text/plain; charset="us-ascii"', 'Content-Transfer-Encoding: quoted-printable'],
              'Delivery has failed to these recipients or groups:\n',
            ),
            part(
              ['Content-Type: text/html; charset="us-ascii"', 'Content-Transfer-Encoding: quoted-printable'],
              '<p>Delivery has failed</p>\n',
            ),
          ]),
        ),
        part(['Content-Type: message/delivery-status'], status),
        part(['Content-Type: message/rfc822'], `${original}\nHello.\n`),
      ]),
      {
        from: { address: 'MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.org', name: 'Microsoft Outlook' },
        subject: 'Undeliverable: The lease',
        text: 'Delivery has failed to these recipients or groups:',
        html: '<p>Delivery has failed</p>',
        attachments: [
          file('delivery-status.txt', 'message/delivery-status', status),
          eml(bytes(`${original}\nHello.\n`)),
        ],
      },
    ),
    mail(
      'report/qmail',
      [from('MAILER-DAEMON@example.org'), 'Subject: failure notice', 'MIME-Version:'],
      `Hi. This is the qmail-send program at example.org.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<nobody@example.com>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <ann@example.org>\n${original}\nHello.\n`,
      {
        from: { address: 'MAILER-DAEMON@example.org', name: null },
        subject: 'failure notice',
        text: `Hi. This is the qmail-send program at example.org.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<nobody@example.com>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <ann@example.org>\n${original}\nHello.`,
      },
    ),
    mail(
      'report/sendmail',
      [
        from('Mail Delivery Subsystem <MAILER-DAEMON@example.org>'),
        'Subject: Returned mail: see transcript for details',
        'Content-Type: multipart/report; report-type=delivery-status;\n\tboundary="q1H80012345.1771318800/mx.example.org"',
      ],
      bytes(
        'This is a MIME-encapsulated message\n\n',
        multipart('q1H80012345.1771318800/mx.example.org', [
          bytes('\nThe original message was received at Tue, 17 Feb 2026 09:00:00 +0100\n'),
          part(['Content-Type: message/delivery-status'], status),
          part(['Content-Type: message/rfc822'], `${original}\nHello.\n`),
        ]),
      ),
      {
        from: { address: 'MAILER-DAEMON@example.org', name: 'Mail Delivery Subsystem' },
        subject: 'Returned mail: see transcript for details',
        text: 'The original message was received at Tue, 17 Feb 2026 09:00:00 +0100',
        attachments: [
          file('delivery-status.txt', 'message/delivery-status', status),
          eml(bytes(`${original}\nHello.\n`)),
        ],
      },
    ),
    mail(
      'report/a receipt',
      [
        'Subject: Read: The lease',
        'Content-Type: multipart/report; report-type=disposition-notification; boundary="b1"',
      ],
      multipart('b1', [
        textPart('Your message was read.'),
        part(
          ['Content-Type: message/disposition-notification'],
          'Reporting-UA: example\nFinal-Recipient: rfc822; bob@example.net\nOriginal-Message-ID: <first@example.org>\nDisposition: manual-action/MDN-sent-manually; displayed\n',
        ),
      ]),
      { subject: 'Read: The lease', text: 'Your message was read.', attachments: undefined },
    ),
    mail(
      'report/abuse (RFC 5965)',
      ['Subject: FW: Earn money', 'Content-Type: multipart/report; report-type=feedback-report; boundary="b1"'],
      multipart('b1', [
        textPart('This is an abuse report.'),
        part(['Content-Type: message/feedback-report'], 'Feedback-Type: abuse\nVersion: 1\n'),
        part(['Content-Type: message/rfc822', 'Content-Disposition: inline'], `${original}\nHello.\n`),
      ]),
      { subject: 'FW: Earn money', text: 'This is an abuse report.', attachments: undefined },
    ),
    mail(
      'report/DMARC',
      [
        'Subject: Report Domain: example.org',
        'Content-Type: application/gzip; name="report.xml.gz"',
        'Content-Disposition: attachment; filename="report.xml.gz"',
        'Content-Transfer-Encoding: base64',
      ],
      'H4sIAAAAAAAA\n',
      {
        subject: 'Report Domain: example.org',
        attachments: [
          { filename: 'report.xml.gz', mime: 'application/gzip', content: Buffer.from('H4sIAAAAAAAA', 'base64') },
        ],
      },
    ),
  ];
}
