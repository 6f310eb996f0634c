// Deletes a record permanently only if it is still in the trash when the request is sent, which can be long after the
// person has asked for it: somebody may have restored it elsewhere. Records of lists have no ETag that would say so.
import { DaybookError } from 'daybook-client';
import type { Preparation, Prepared } from '../data/changes/preparations.ts';
import { daybook } from '../data/client.ts';
import type { DeletedItem } from './deleted-item.ts';

export const AREA = 'deleted';
const TIMEOUT = 10_000;

type Input = Pick<DeletedItem, 'kind' | 'id'>;

export function erasePreparation({ kind, id }: Input): Preparation {
  return { area: AREA, input: { kind, id } satisfies Input };
}

/** No requests if the record was restored. */
export async function prepareErase(input: unknown): Promise<Prepared> {
  const { kind, id } = input as Input;
  const path = `/${kind}/${id}`;
  const requests = (await isRestored(path)) ? [] : [{ method: 'DELETE', path, query: { permanent: true } } as const];
  return { requests, undo: [], changes: [] };
}

/** Only records that are not in the trash are found by their id. */
async function isRestored(path: string): Promise<boolean> {
  try {
    await daybook.request('GET', path, { query: { fields: 'id' }, retries: 1, timeout: TIMEOUT });
    return true;
  } catch (error) {
    if (error instanceof DaybookError && error.status === 404) return false;
    throw error;
  }
}
