// Conversations as they are served: what a list of them shows, taken from their mails.
import { limits } from '../limits.ts';
import { Type } from '../values/schema.ts';
import { datetime, flag, items, nullable, text, texts, uuid } from './fields.ts';
import { number } from './name.ts';

export interface Participant {
  address: string;
  name: string | null;
  is_sender: boolean;
}

const EXAMPLE = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';

export const conversationFields = {
  id: text(limits.lineChars, { about: 'The thread_id of its emails.', example: EXAMPLE }),
  subject: nullable(
    text(limits.nameChars * 2, { about: 'Of its oldest email that is not a draft.', example: 'The lease' }),
  ),
  participants: items<Participant>(
    {
      address: Type.String(),
      name: { type: ['string', 'null'] },
      is_sender: Type.Boolean({ description: 'Whether one of the emails is from this address.' }),
    },
    ['address', 'name', 'is_sender'],
    limits.participants,
    {
      about: `At most ${limits.participants}: senders in the order of their first email, then recipients; each address once, with its newest name. Those of drafts are left out.`,
      example: [
        { address: 'ann@example.org', name: 'Ann Lee', is_sender: true },
        { address: 'bob@example.org', name: 'Bob', is_sender: false },
      ],
    },
  ),
  preview: nullable(
    text(limits.preview, {
      about: 'Of its latest email, see latest_at.',
      example: 'Hello Bob, the lease is attached.',
    }),
  ),
  count: number('Its emails that are not in the trash.', 3),
  unread: number('Of these, how many are unread.', 1),
  is_starred: flag({ about: 'Whether one of them is starred.', example: false }),
  has_attachments: flag({ about: 'Whether one of them has an attachment.', example: false }),
  has_drafts: flag({ about: 'Whether one of them is a draft.', example: false }),
  folders: texts(limits.conversationLists, { about: 'The folders of these emails.', example: ['INBOX', 'SENT'] }),
  labels: texts(limits.conversationLists, { about: 'Their labels.', example: ['home'] }),
  latest_at: datetime({
    about:
      'When the latest of them came or was sent; of one that was not sent yet, when it was created. Drafts are left out, unless there is nothing else.',
  }),
  latest_id: uuid({ about: 'The latest of them, see latest_at.', example: EXAMPLE }),
};

export interface Conversation {
  id: string;
  subject: string | null;
  participants: Participant[];
  preview: string | null;
  count: number;
  unread: number;
  is_starred: boolean;
  has_attachments: boolean;
  has_drafts: boolean;
  folders: string[];
  labels: string[];
  latest_at: string;
  latest_id: string;
}
