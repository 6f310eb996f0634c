// Three-way merge of the state of a mail: here, at the server, and the base, which is what the server had at the last
// scan. What differs from the base has been changed since.
import type { Email } from '../resources/email.ts';

/** What is synchronised between an email and its message at the server. */
export interface MailState {
  seen: boolean;
  flagged: boolean;
  folder: string;
}

export const TRASH = 'TRASH';

/** The state that the server should have. A snoozed mail is in its former folder there, one in the trash in TRASH. */
export function stateOf(mail: Email): MailState {
  const awake = mail.snoozed_until === null ? mail.folder : (mail.snoozed_from ?? mail.folder);
  return { seen: mail.is_read, flagged: mail.is_starred, folder: mail.deleted_at === null ? awake : TRASH };
}

export function sameState(a: MailState, b: MailState): boolean {
  return a.seen === b.seen && a.flagged === b.flagged && a.folder === b.folder;
}

/** The state that the mail should have. Where both sides moved it, the later move wins, as far as that is known. */
export function merge(base: MailState, server: MailState, local: MailState, serverIsLater: boolean): MailState {
  const movedThere = server.folder !== base.folder;
  const movedHere = local.folder !== base.folder;
  return {
    // A flag has two values: if both sides changed it, they agree.
    seen: server.seen === base.seen ? local.seen : server.seen,
    flagged: server.flagged === base.flagged ? local.flagged : server.flagged,
    folder: movedThere && (!movedHere || serverIsLater) ? server.folder : local.folder,
  };
}

/** The fields to change so that the mail has the wanted state. */
export function valuesFor(mail: Email, wanted: MailState): Partial<Email> {
  const now = stateOf(mail);
  const values: Partial<Email> = {};
  if (wanted.seen !== now.seen) values.is_read = wanted.seen;
  if (wanted.flagged !== now.flagged) values.is_starred = wanted.flagged;
  if (wanted.folder !== now.folder) Object.assign(values, { folder: wanted.folder, deleted_at: null });
  return values;
}
