// Signed and encrypted mail, calendars, partial and external bodies.
import { base64, bytes, type CorpusMessage, htmlPart, mail, multipart, part, pdfPart, textPart } from './build.ts';
import { file, mixed } from './nested-parts.ts';

export function sealed(): CorpusMessage[] {
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

export function others(): CorpusMessage[] {
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
