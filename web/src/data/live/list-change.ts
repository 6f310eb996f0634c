// Adds entries to a list of a record, such as the tags of a contact, and removes others from it. The list is read
// directly before, and again if another client was faster: a change that has waited for days, or is undone later, does
// not overwrite what others have made of the list.
import { type Answer, DaybookError } from 'daybook-client';
import { daybook } from '../client.ts';

export interface ListChange {
  field: string;
  add?: readonly string[];
  remove?: readonly string[];
}

const MOST_TRIES = 5;

/** It needs no idempotency key: what is in the list already is not added again. */
export async function patchList(path: string, change: ListChange): Promise<Answer<unknown>> {
  for (let tries = 1; ; tries++) {
    const current = await daybook.request('GET', path, { retries: 1 });
    const etag = current.headers.get('etag')?.replace('W/', '') ?? '*';
    const before = (current.body as { data: Record<string, readonly string[]> }).data[change.field] ?? [];
    const after = changedList(before, change);
    if (after.length === before.length && after.every((entry, index) => entry === before[index])) return current;
    try {
      const body = { [change.field]: after };
      return await daybook.request('PATCH', path, { body, headers: { 'if-match': etag }, retries: 1 });
    } catch (error) {
      if (!(error instanceof DaybookError) || error.status !== 412 || tries >= MOST_TRIES) throw error;
    }
  }
}

export function changedList(before: readonly string[], { add = [], remove = [] }: ListChange): string[] {
  return [...before.filter((entry) => !remove.includes(entry)), ...add.filter((entry) => !before.includes(entry))];
}
