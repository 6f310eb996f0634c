// The tags of contacts, as a kind of name.
import type { NameKind } from '../records/names/list.ts';
import { contact } from '../resources/contact.ts';
import { tagFields, tagInput } from '../resources/name.ts';
import { tagCounts } from '../store/tables/names/names.ts';

export const tags: NameKind = {
  kind: 'tag',
  path: 'tags',
  resource: contact,
  field: 'tags',
  input: tagInput,
  fields: tagFields,
  counts: tagCounts(contact),
  always: [],
  read: (name) => name,
};
