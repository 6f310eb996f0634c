// The actions read, unread, star and unstar.
import { find } from '../records/find.ts';
import { change } from '../records/records.ts';
import type { Email } from '../resources/email.ts';
import { email } from '../resources/email.ts';
import type { Tx } from '../store/port.ts';
import type { Stored } from '../store/tables/records.ts';

export const flags = {
  read: { is_read: true },
  unread: { is_read: false },
  star: { is_starred: true },
  unstar: { is_starred: false },
} as const satisfies Record<string, Partial<Email>>;

export async function setFlag(tx: Tx, id: string, flag: keyof typeof flags): Promise<Stored> {
  return change(tx, email, await find(tx, email, id), flags[flag]);
}
