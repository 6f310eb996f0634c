// Forwarded messages, lists and digests.
import { base64, bytes, type CorpusMessage, htmlPart, mail, multipart, part, pdfPart, textPart } from './build.ts';
import { eml, mixed } from './nested-parts.ts';

const inner = bytes(
  'From: Cleo <cleo@example.com>\nTo: Ann <ann@example.org>\nSubject: The first one\nMessage-ID: <first@example.com>\n\nThe first text.\n',
);
const innerMultipart = bytes(
  'From: Cleo <cleo@example.com>\nSubject: The first one\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="inner"\n\n',
  multipart('inner', [textPart('The first text.'), pdfPart]),
);

export function forwards(): CorpusMessage[] {
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

export function lists(): CorpusMessage[] {
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
