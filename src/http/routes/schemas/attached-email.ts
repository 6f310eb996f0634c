// The schema of a mail that is attached to an email, for the OpenAPI document.
import { type Schema, Type } from '../../../values/schema.ts';

const textOrNull = (description: string): Schema => ({ type: ['string', 'null'], description });

function object(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

const addresses = (description: string) =>
  Type.Array(object({ address: Type.String(), name: textOrNull('Its display name.') }), { description });

const attachment = object({
  filename: Type.String(),
  mime: Type.String(),
  size: Type.Integer({ minimum: 0, description: 'In bytes.' }),
  inline: Type.Boolean({ description: 'Whether the text shows it.' }),
  content_id: textOrNull('By which the HTML text refers to it.'),
  is_email: Type.Boolean({ description: 'Whether it is a mail, which can be read by a longer path.' }),
});

const problem: Schema = {
  ...object({ code: Type.String(), message: Type.String() }),
  type: ['object', 'null'],
  description: 'Why it could not be parsed completely; null if it was.',
};

export const attachedEmailSchema = object({
  path: Type.String({ description: 'As in the request.' }),
  message_id: textOrNull('Its Message-ID.'),
  subject: textOrNull('Its subject.'),
  from_address: textOrNull('Who has sent it, as it says; nobody has verified it.'),
  from_name: textOrNull('The name of the sender.'),
  to_addresses: addresses('Its recipients.'),
  cc_addresses: addresses('Its recipients in copy.'),
  reply_to: addresses('Its Reply-To.'),
  date: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When it was sent; null without a readable date.',
  },
  preview: Type.String({ description: 'The beginning of its text.' }),
  body_plain: textOrNull('Its text, of at most a million characters.'),
  has_html: Type.Boolean({ description: 'Whether it has an HTML text, which /attached-html returns.' }),
  attachments: Type.Array(attachment, { description: 'Their positions are the next number of a path.' }),
  parse_problem: problem,
});

export const attachedEmailExample = {
  path: '0',
  message_id: '<lease@example.org>',
  subject: 'The lease',
  from_address: 'ann@example.org',
  from_name: 'Ann Lee',
  to_addresses: [{ address: 'bob@example.org', name: 'Bob' }],
  cc_addresses: [],
  reply_to: [],
  date: '2026-02-17T09:00:00Z',
  preview: 'Here is the lease.',
  body_plain: 'Here is the lease.',
  has_html: false,
  attachments: [
    { filename: 'lease.pdf', mime: 'application/pdf', size: 23_400, inline: false, content_id: null, is_email: false },
  ],
  parse_problem: null,
};
