// Marks on an email that its owner sets with one word.
import type { Email } from '../resources/email.ts';
import { email } from '../resources/email.ts';
import type { Stored } from '../store/rows.ts';
import type { Tx } from '../store/store.ts';
import { newReader } from './reading.ts';
import { change, find } from './records.ts';

export const flags = {
  read: { is_read: true },
  unread: { is_read: false },
  star: { is_starred: true },
  unstar: { is_starred: false },
} as const satisfies Record<string, Partial<Email>>;

export async function setFlag(tx: Tx, id: string, flag: keyof typeof flags): Promise<Stored> {
  return change(tx, email, await find(tx, email, id), flags[flag], newReader('UTC'));
}
