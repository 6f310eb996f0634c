// Senders that a user trusts: the images of their mails are shown without asking. An address, or all of a domain.
import { limits } from '../limits.ts';
import { senderKey } from '../values/addresses.ts';
import { type Field, type FieldContext, required, text } from './fields.ts';
import { declare, type PlainRecordOf } from './resource.ts';

const about =
  'A mail address, or @ and a domain for all its addresses; subdomains are not included. Stored in lower case, with the domain in ASCII.';

const sender: Field<string> = {
  ...text(limits.lineChars, { min: 1, about, example: 'ann@example.org' }),
  read(value: string, field: string, context: FieldContext) {
    const key = senderKey(value.trim());
    if (key !== undefined) return key;
    const shown = JSON.stringify(value.slice(0, 80));
    context.fault(
      field,
      'sender',
      `${field} must be an address such as ann@example.org or @example.org, not ${shown}.`,
    );
    return value;
  },
};

const fields = { sender: required(sender) };

export type TrustedSender = PlainRecordOf<typeof fields>;

export const trustedSender = declare({
  name: 'trusted_sender',
  path: 'trusted-senders',
  table: 'trusted_senders',
  scope: 'emails',
  fields,
  patchable: [],
  columns: { sender: 'exact' },
  list: {
    sorts: ['sender'],
    order: 'asc',
    range: null,
    filters: {
      sender: {
        type: 'equals',
        column: 'sender',
        read: (value) => senderKey(value.trim()) ?? value,
        about: 'Only this address or domain, in any spelling.',
      },
    },
    counted: [],
  },
  origin: false,
  trash: null,
  ownRoutes: true,
});
