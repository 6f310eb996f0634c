// Messages within messages, lists and digests, signed and encrypted mail, calendars, partial and external bodies, and
// the reports of mail servers.
import {
  base64,
  bytes,
  type CorpusMessage,
  type Expected,
  htmlPart,
  mail,
  multipart,
  type Piece,
  part,
  pdfPart,
  textPart,
} from './build.ts';

const inner = bytes(
  'From: Cleo <cleo@example.com>\nTo: Ann <ann@example.org>\nSubject: The first one\nMessage-ID: <first@example.com>\n\nThe first text.\n',
);
const innerMultipart = bytes(
  'From: Cleo <cleo@example.com>\nSubject: The first one\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="inner"\n\n',
  multipart('inner', [textPart('The first text.'), pdfPart]),
);
const eml = (
  content: Uint8Array,
  filename = `${/^Subject: (.*)\r$/m.exec(Buffer.from(content).toString('latin1'))?.[1] ?? 'message'}.eml`,
) => ({ filename, mime: 'message/rfc822', content });
const file = (filename: string, mime: string, content: Piece) => ({ filename, mime, content: bytes(content) });

function mixed(name: string, parts: Piece[], expected: Partial<Expected>, type = 'mixed', more = ''): CorpusMessage {
  return mail(
    `nested/${name}`,
    [`Content-Type: multipart/${type}; boundary="b1"${more}`],
    multipart('b1', parts),
    expected,
  );
}

export const nested: CorpusMessage[] = [...forwards(), ...lists(), ...sealed(), ...others(), ...reports()];

function forwards(): CorpusMessage[] {
  return [
    mixed('a forwarded message', [textPart('See below.'), part(['Content-Type: message/rfc822'], inner)], {
      text: 'See below.',
      attachments: [eml(inner)],
    }),
    mixed(
      'a forwarded message with a name',
      [
        textPart('See below.'),
        part(
          [
            'Content-Type: message/rfc822; name="The first one.eml"',
            'Content-Disposition: attachment; filename="The first one.eml"',
          ],
          inner,
        ),
      ],
      {
        text: 'See below.',
        attachments: [eml(inner, 'The first one.eml')],
      },
    ),
    mixed(
      'a forwarded message with a name without an ending',
      [
        textPart('See below.'),
        part(['Content-Type: message/rfc822', 'Content-Disposition: attachment; filename="The first one"'], inner),
      ],
      {
        text: 'See below.',
        attachments: [eml(inner, 'The first one.eml')],
      },
    ),
    mixed('a forwarded multipart', [textPart('See below.'), part(['Content-Type: message/rfc822'], innerMultipart)], {
      text: 'See below.',
      attachments: [eml(innerMultipart)],
    }),
    mixed(
      'a forwarded message that uses the same boundary',
      [
        textPart('See below.'),
        part(['Content-Type: message/rfc822'], bytes('Subject: inner\nContent-Type: text/plain\n\nInner.')),
      ],
      {
        text: 'See below.',
        attachments: [eml(bytes('Subject: inner\nContent-Type: text/plain\n\nInner.'))],
      },
    ),
    mixed(
      'a forward of a forward',
      [
        textPart('See below.'),
        part(['Content-Type: message/rfc822'], bytes('Subject: Fwd\nContent-Type: message/rfc822\n\n', inner)),
      ],
      {
        text: 'See below.',
        attachments: [eml(bytes('Subject: Fwd\nContent-Type: message/rfc822\n\n', inner))],
      },
    ),
    mail('nested/a message that is a forward alone', ['Content-Type: message/rfc822'], inner, {
      text: undefined,
      attachments: [eml(inner)],
    }),
    mixed(
      'two forwarded messages',
      [part(['Content-Type: message/rfc822'], inner), part(['Content-Type: message/rfc822'], innerMultipart)],
      {
        attachments: [eml(inner), eml(innerMultipart)],
      },
    ),
    mixed(
      'a forwarded message in base64',
      [
        textPart('See below.'),
        part(['Content-Type: message/rfc822; name=a.eml', 'Content-Transfer-Encoding: base64'], base64(inner)),
      ],
      {
        text: 'See below.',
        attachments: [eml(inner, 'a.eml')],
      },
    ),
    mixed(
      'a forwarded message shown in the text',
      [
        textPart('See below.'),
        part(['Content-Type: message/rfc822', 'Content-Disposition: inline'], inner),
        textPart('The end.'),
      ],
      {
        text: 'See below.\nThe end.',
        attachments: [eml(inner)],
      },
    ),
    mixed(
      'a forwarded message without a header',
      [textPart('See below.'), part(['Content-Type: message/rfc822'], '\nOnly a body.')],
      { text: 'See below.', attachments: [eml(bytes('\nOnly a body.'))] },
    ),
    mixed(
      'a message in UTF-8 (RFC 6532)',
      [
        textPart('See below.'),
        part(['Content-Type: message/global', 'Content-Transfer-Encoding: 8bit'], 'Subject: Grüße\n\nText.'),
      ],
      {
        text: 'See below.',
        attachments: undefined,
      },
    ),
  ];
}

function lists(): CorpusMessage[] {
  const footer =
    '_______________________________________________\ntalk mailing list\ntalk@lists.example.org\nhttps://lists.example.org/talk\n';
  const digest = multipart('===============0002==', [
    part([], inner),
    part([], bytes('From: Dan <dan@example.com>\nSubject: The second one\n\nThe second text.\n')),
  ]);
  return [
    mixed(
      'a list footer as a part',
      [
        textPart('Hello all.'),
        part(['Content-Type: text/plain; charset="us-ascii"', 'Content-Disposition: inline'], footer),
      ],
      {
        text: `Hello all.\n${footer.trimEnd()}`,
      },
    ),
    mixed(
      'a list footer below HTML',
      [
        part(
          ['Content-Type: multipart/alternative; boundary=alt'],
          multipart('alt', [textPart('Hello all.'), htmlPart('<p>Hello all.</p>')]),
        ),
        part(['Content-Type: text/plain; charset="us-ascii"', 'Content-Disposition: inline'], footer),
      ],
      { text: `Hello all.\n${footer.trimEnd()}`, html: undefined },
    ),
    mail(
      'nested/a digest of a list',
      ['Subject: talk Digest, Vol 1, Issue 2', 'Content-Type: multipart/mixed; boundary="===============0001=="'],
      multipart('===============0001==', [
        part(
          ['Content-Type: text/plain; charset="us-ascii"', 'Content-Description: talk Digest, Vol 1, Issue 2'],
          "Today's Topics:\n\n   1. The first one (Cleo)\n",
        ),
        part(['Content-Type: multipart/digest; boundary="===============0002=="'], digest),
        part(
          [
            'Content-Type: text/plain; charset="us-ascii"',
            'Content-Description: Digest Footer',
            'Content-Disposition: inline',
          ],
          footer,
        ),
      ]),
      {
        subject: 'talk Digest, Vol 1, Issue 2',
        text: `Today's Topics:\n\n   1. The first one (Cleo)\n${footer.trimEnd()}`,
        attachments: [
          eml(inner),
          eml(bytes('From: Dan <dan@example.com>\nSubject: The second one\n\nThe second text.\n')),
        ],
      },
    ),
    mixed(
      'a digest with a text part',
      [part(['Content-Type: text/plain'], 'Contents.'), part([], inner)],
      { text: 'Contents.', attachments: [eml(inner)] },
      'digest',
    ),
    mixed(
      'a digest whose parts say what they are',
      [part(['Content-Type: message/rfc822'], inner), part(['Content-Type: message/rfc822'], inner)],
      { attachments: [eml(inner), eml(inner)] },
      'digest',
    ),
    mail(
      'nested/a plain digest (RFC 1153)',
      ['Subject: talk Digest', 'Content-Type: text/plain'],
      `Today's Topics:\n\n${'-'.repeat(70)}\n\nFrom: Cleo <cleo@example.com>\nSubject: One\n\nText one.\n\n${'-'.repeat(30)}\n\nFrom: Dan\nSubject: Two\n\nText two.\n\nEnd of talk Digest\n`,
      {
        subject: 'talk Digest',
        text: `Today's Topics:\n\n${'-'.repeat(70)}\n\nFrom: Cleo <cleo@example.com>\nSubject: One\n\nText one.\n\n${'-'.repeat(30)}\n\nFrom: Dan\nSubject: Two\n\nText two.\n\nEnd of talk Digest`,
      },
    ),
  ];
}

function sealed(): CorpusMessage[] {
  const signature = '-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE\n-----END PGP SIGNATURE-----\n';
  const encrypted = '-----BEGIN PGP MESSAGE-----\n\nhQEMA0aaaaaaaaaa\n-----END PGP MESSAGE-----\n';
  return [
    mixed(
      'signed with PGP/MIME',
      [
        textPart('Hello.'),
        part(
          ['Content-Type: application/pgp-signature; name="signature.asc"', 'Content-Description: Digital signature'],
          signature,
        ),
      ],
      {
        text: 'Hello.',
        attachments: [file('signature.asc', 'application/pgp-signature', signature)],
      },
      'signed',
      '; micalg=pgp-sha256; protocol="application/pgp-signature"',
    ),
    mixed(
      'signed over alternatives',
      [
        part(
          ['Content-Type: multipart/alternative; boundary=alt'],
          multipart('alt', [textPart('Hello.'), htmlPart('<p>Hello.</p>')]),
        ),
        part(['Content-Type: application/pgp-signature'], signature),
      ],
      {
        text: 'Hello.',
        html: '<p>Hello.</p>',
        attachments: [file('signature.asc', 'application/pgp-signature', signature)],
      },
      'signed',
    ),
    mixed(
      'encrypted with PGP/MIME',
      [
        part(['Content-Type: application/pgp-encrypted'], 'Version: 1\n'),
        part(
          [
            'Content-Type: application/octet-stream; name="encrypted.asc"',
            'Content-Disposition: inline; filename="encrypted.asc"',
          ],
          encrypted,
        ),
      ],
      {
        attachments: undefined,
        text: undefined,
      },
      'encrypted',
      '; protocol="application/pgp-encrypted"',
    ),
    mail(
      'nested/PGP in the text',
      ['Content-Type: text/plain; charset=us-ascii'],
      `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nHello.\n- -- \nAnn\n${signature}`,
      {
        text: `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nHello.\n- -- \nAnn\n${signature.trimEnd()}`,
      },
    ),
    mixed(
      'signed with S/MIME',
      [
        textPart('Hello.'),
        part(
          [
            'Content-Type: application/pkcs7-signature; name="smime.p7s"',
            'Content-Transfer-Encoding: base64',
            'Content-Disposition: attachment; filename="smime.p7s"',
          ],
          'MIAGCSqGSIb3DQEHAqCA',
        ),
      ],
      {
        text: 'Hello.',
        attachments: [
          {
            filename: 'smime.p7s',
            mime: 'application/pkcs7-signature',
            content: Buffer.from('MIAGCSqGSIb3DQEHAqCA', 'base64'),
          },
        ],
      },
      'signed',
    ),
    mail(
      'nested/encrypted with S/MIME',
      [
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"',
        'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment; filename="smime.p7m"',
      ],
      'MIAGCSqGSIb3DQEHA6CA\n',
      {
        attachments: [
          {
            filename: 'smime.p7m',
            mime: 'application/pkcs7-mime',
            content: Buffer.from('MIAGCSqGSIb3DQEHA6CA', 'base64'),
          },
        ],
      },
    ),
    mail(
      'nested/encrypted with S/MIME, old type',
      ['Content-Type: application/x-pkcs7-mime; name=smime.p7m', 'Content-Transfer-Encoding: base64'],
      'MIAGCSqGSIb3DQEHA6CA\n',
      {
        attachments: [
          {
            filename: 'smime.p7m',
            mime: 'application/x-pkcs7-mime',
            content: Buffer.from('MIAGCSqGSIb3DQEHA6CA', 'base64'),
          },
        ],
      },
    ),
    mixed(
      'a certificate',
      [
        textPart('Hello.'),
        part(
          ['Content-Type: application/pgp-keys; name="key.asc"', 'Content-Disposition: attachment; filename="key.asc"'],
          'KEY',
        ),
      ],
      {
        text: 'Hello.',
        attachments: [file('key.asc', 'application/pgp-keys', 'KEY')],
      },
    ),
  ];
}

function others(): CorpusMessage[] {
  const calendar = 'BEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\nSUMMARY:Grüße\nEND:VEVENT\nEND:VCALENDAR\n';
  return [
    mixed(
      'a calendar beside text and HTML',
      [
        textPart('Meet me.'),
        htmlPart('<p>Meet me.</p>'),
        part(
          ['Content-Type: text/calendar; charset=utf-8; method=REQUEST', 'Content-Transfer-Encoding: 8bit'],
          calendar,
        ),
      ],
      {
        text: 'Meet me.',
        html: '<p>Meet me.</p>',
        attachments: [file('invite.ics', 'text/calendar', calendar)],
      },
      'alternative',
    ),
    mixed(
      'a calendar attached',
      [
        textPart('Meet me.'),
        part(
          [
            'Content-Type: text/calendar; name="meeting.ics"',
            'Content-Disposition: attachment; filename="meeting.ics"',
            'Content-Transfer-Encoding: base64',
          ],
          base64(bytes(calendar)),
        ),
      ],
      {
        text: 'Meet me.',
        attachments: [file('meeting.ics', 'text/calendar', calendar)],
      },
    ),
    mixed(
      'a calendar as application/ics',
      [
        textPart('Meet me.'),
        part(
          ['Content-Type: application/ics; name="invite.ics"', 'Content-Transfer-Encoding: base64'],
          base64(bytes(calendar)),
        ),
      ],
      {
        text: 'Meet me.',
        attachments: [file('invite.ics', 'application/ics', calendar)],
      },
    ),
    mixed(
      'a business card',
      [
        textPart('Hello.'),
        part(
          [
            'Content-Type: text/vcard; charset=utf-8; name="ann.vcf"',
            'Content-Disposition: attachment; filename="ann.vcf"',
          ],
          'BEGIN:VCARD\nEND:VCARD',
        ),
      ],
      {
        text: 'Hello.',
        attachments: [file('ann.vcf', 'text/vcard', 'BEGIN:VCARD\nEND:VCARD')],
      },
    ),
    mixed(
      'a business card without a name',
      [textPart('Hello.'), part(['Content-Type: text/x-vcard; charset=utf-8'], 'BEGIN:VCARD\nEND:VCARD')],
      {
        text: 'Hello.',
        attachments: undefined,
      },
    ),
    mixed(
      'an external body',
      [
        textPart('Hello.'),
        part(
          ['Content-Type: message/external-body; access-type=anon-ftp; site="ftp.example.org"; name="a.txt"'],
          'Content-Type: text/plain\nContent-ID: <ext@example.org>\n\n',
        ),
      ],
      {
        text: 'Hello.',
        attachments: undefined,
      },
    ),
    mail(
      'nested/a partial message',
      ['Content-Type: message/partial; id="part@example.org"; number=1; total=2'],
      'Subject: Whole\n\nThe first half.\n',
      { text: undefined, attachments: undefined },
    ),
    mixed(
      'headers of a message',
      [textPart('Hello.'), part(['Content-Type: text/rfc822-headers'], 'Subject: x\nFrom: y@example.org\n')],
      {
        text: 'Hello.',
        attachments: [file('headers.txt', 'text/rfc822-headers', 'Subject: x\nFrom: y@example.org\n')],
      },
    ),
    mixed(
      'a part of form data',
      [textPart('Hello.'), part(['Content-Disposition: form-data; name="field"'], 'value')],
      { text: undefined, attachments: undefined },
    ),
    mixed('XML', [textPart('Hello.'), part(['Content-Type: text/xml; charset=utf-8; name=a.xml'], '<a/>')], {
      text: 'Hello.',
      attachments: [file('a.xml', 'text/xml', '<a/>')],
    }),
    mixed('a type that nobody knows', [textPart('Hello.'), part(['Content-Type: x-foo/x-bar; name=a.foo'], 'abc')], {
      text: 'Hello.',
      attachments: [file('a.foo', 'x-foo/x-bar', 'abc')],
    }),
    mixed(
      'alternatives with a picture',
      [textPart('Hello.'), htmlPart('<p>Hello.</p>'), pdfPart],
      { text: 'Hello.', html: '<p>Hello.</p>', attachments: undefined },
      'alternative',
    ),
    mixed(
      'alternatives in the wrong order',
      [htmlPart('<p>Hello.</p>'), textPart('Hello.')],
      { text: 'Hello.', html: '<p>Hello.</p>' },
      'alternative',
    ),
    mixed(
      'alternatives in two languages (RFC 8255)',
      [textPart('Hello.'), part(['Content-Type: message/rfc822', 'Content-Language: de'], 'Subject: Hallo\n\nHallo.')],
      {
        text: 'Hello.',
        attachments: undefined,
      },
      'multilingual',
    ),
  ];
}

function reports(): CorpusMessage[] {
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
