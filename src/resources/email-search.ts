// What search and the operators of q look at in emails.
import type { SearchedFields } from './resource.ts';

export const searchedFields: SearchedFields = {
  words: ['subject', 'from_address', 'from_name', 'body_plain'],
  html: ['body_html'],
  digits: [],
  further: [
    'to_addresses.name',
    'to_addresses.address',
    'cc_addresses.name',
    'cc_addresses.address',
    'bcc_addresses.name',
    'bcc_addresses.address',
    'attachments.filename',
  ],
  fields: {
    from: ['from_name', 'from_address'],
    to: ['to_addresses.name', 'to_addresses.address'],
    cc: ['cc_addresses.name', 'cc_addresses.address'],
    bcc: ['bcc_addresses.name', 'bcc_addresses.address'],
    subject: ['subject'],
    filename: ['attachments.filename'],
  },
  operators: {
    in: 'folder',
    label: 'label',
    has: { attachment: { has_attachments: true } },
    is: { read: { is_read: true }, unread: { is_read: false }, starred: { is_starred: true } },
  },
};
