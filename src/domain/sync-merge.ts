// What becomes of a mail that was changed here, at the server, or at both: a merge of three. The base is what the
// server had when it was last seen; whatever differs from it has been changed since.
import type { Email } from '../resources/email.ts';

/** What a mail here and a message at a server have in common. */
export interface MailState {
  seen: boolean;
  flagged: boolean;
  folder: string;
}

export const TRASH = 'TRASH';

/** An email as its server should have it. A snoozed one lies where it came from; one in the trash, in the server's. */
export function stateOf(mail: Email): MailState {
  const awake = mail.snoozed_until === null ? mail.folder : (mail.snoozed_from ?? mail.folder);
  return { seen: mail.is_read, flagged: mail.is_starred, folder: mail.deleted_at === null ? awake : TRASH };
}

export function sameState(a: MailState, b: MailState): boolean {
  return a.seen === b.seen && a.flagged === b.flagged && a.folder === b.folder;
}

/** The state that the mail should have. Where both sides have moved it, the later move holds, as far as that is known. */
export function merge(base: MailState, server: MailState, local: MailState, serverIsLater: boolean): MailState {
  const movedThere = server.folder !== base.folder;
  const movedHere = local.folder !== base.folder;
  return {
    // A mark that both have changed is the same on both: it has two values.
    seen: server.seen === base.seen ? local.seen : server.seen,
    flagged: server.flagged === base.flagged ? local.flagged : server.flagged,
    folder: movedThere && (!movedHere || serverIsLater) ? server.folder : local.folder,
  };
}

/** The values of an email that bring it from one state to another. */
export function valuesFor(mail: Email, wanted: MailState): Partial<Email> {
  const now = stateOf(mail);
  const values: Partial<Email> = {};
  if (wanted.seen !== now.seen) values.is_read = wanted.seen;
  if (wanted.flagged !== now.flagged) values.is_starred = wanted.flagged;
  if (wanted.folder !== now.folder) Object.assign(values, { folder: wanted.folder, deleted_at: null });
  return values;
}
