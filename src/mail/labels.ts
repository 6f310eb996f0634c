// The labels of emails, as a kind of name.
import type { NameKind } from '../records/names/list.ts';
import { email } from '../resources/email.ts';
import { labelFields, labelInput } from '../resources/name.ts';
import { tagCounts } from '../store/tables/names/names.ts';

export const labels: NameKind = {
  kind: 'label',
  path: 'labels',
  resource: email,
  field: 'labels',
  input: labelInput,
  fields: labelFields,
  counts: tagCounts(email),
  always: [],
  read: (name) => name,
  facts: ({ unread }) => ({ unread }),
};
