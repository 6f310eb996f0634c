// A draft that was changed here and elsewhere: parts that only one side has changed are merged, others are a conflict.
import { expect, it } from 'vitest';
import type { DraftFields, FieldName } from '../../../web/src/compose/drafts/draft-fields.ts';
import { merge, mergedBase } from '../../../web/src/compose/drafts/draft-merge.ts';

function fields(changes: Partial<Record<FieldName, string>> = {}): DraftFields {
  const names: FieldName[] = ['sender', 'to', 'cc', 'bcc', 'subject', 'body', 'attachments'];
  return Object.fromEntries(names.map((name) => [name, { value: changes[name] ?? 'same' }])) as unknown as DraftFields;
}

const base = { mine: fields(), theirs: fields() };

it.each<
  [
    mine: Partial<Record<FieldName, string>>,
    theirs: Partial<Record<FieldName, string>>,
    taken: string[],
    conflicts: string[],
  ]
>([
  [{}, {}, [], []],
  [{ body: 'a' }, {}, [], []],
  [{}, { body: 'b' }, ['body'], []],
  [{ body: 'a' }, { subject: 'b' }, ['subject'], []],
  [{ body: 'a' }, { body: 'b' }, [], ['body']],
  [{ body: 'a' }, { body: 'a' }, [], []],
  [{ body: 'a', to: 'a' }, { body: 'b', cc: 'b' }, ['cc'], ['body']],
])('%j here and %j elsewhere', (mine, theirs, taken, conflicts) => {
  expect(merge(base, fields(mine), fields(theirs))).toEqual({ taken, conflicts });
});

it('what the service stores in another form is not a change', () => {
  const stored = { mine: fields({ subject: 'Tea ' }), theirs: fields({ subject: 'Tea' }) };
  expect(merge(stored, stored.mine, stored.theirs)).toEqual({ taken: [], conflicts: [] });
});

it('after a merge the parts that were taken are not changes', () => {
  const theirs = fields({ subject: 'b' });
  const next = mergedBase(base, theirs, ['subject']);
  expect(merge(next, fields({ body: 'a', subject: 'b' }), theirs)).toEqual({ taken: [], conflicts: [] });
});
