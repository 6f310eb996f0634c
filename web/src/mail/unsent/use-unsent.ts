// The mails of a list of unsent mail: those of the service, and among drafts also what it does not have yet.
import { useMemo } from 'react';
import { type UnsavedDraft, useUnsavedDrafts } from '../../compose/drafts/unsaved-drafts.ts';
import { usePending } from '../../data/changes/pending.ts';
import { useCollection } from '../../data/live/live.ts';
import type { Email } from '../../data/types.ts';
import type { UnsentKind } from '../list-query.ts';

/** What a row shows of a draft that is only in this browser. Its id is the key of its composer. */
export type UnsavedMail = Pick<
  Email,
  'id' | 'to_addresses' | 'cc_addresses' | 'bcc_addresses' | 'subject' | 'preview' | 'updated_at'
> & { status: 'unsaved' };

export type UnsentMail = Email | UnsavedMail;

export function isUnsaved(mail: UnsentMail): mail is UnsavedMail {
  return mail.status === 'unsaved';
}

/** Drafts: the last changed first. Others: the next to be sent first. */
export function useUnsent(kind: UnsentKind): readonly UnsentMail[] {
  const unsaved = useUnsavedDrafts();
  const drafts = useCollection('drafts');
  const scheduled = useCollection('scheduled');
  const queued = useCollection('queued');
  const sending = useCollection('sending');
  const failed = useCollection('failed');
  const stored = useMemo(
    () => ({ drafts, scheduled, outbox: [...sending, ...queued], failed })[kind],
    [kind, drafts, scheduled, queued, sending, failed],
  );
  const current = usePending('emails', stored);
  return useMemo(() => {
    const mails: UnsentMail[] = current.filter(({ deleted_at }) => !deleted_at);
    if (kind === 'drafts') mails.push(...unsaved.map(asMail));
    const order = (mail: UnsentMail) =>
      kind === 'scheduled' && !isUnsaved(mail) ? (mail.scheduled_at ?? '') : mail.updated_at;
    const sorted = mails.sort((one, other) => order(one).localeCompare(order(other)));
    return kind === 'scheduled' ? sorted : sorted.reverse();
  }, [kind, unsaved, current]);
}

function asMail({ key, to, cc, bcc, subject, text, changedAt }: UnsavedDraft): UnsavedMail {
  return {
    id: key,
    status: 'unsaved',
    to_addresses: [...to],
    cc_addresses: [...cc],
    bcc_addresses: [...bcc],
    subject,
    preview: text,
    updated_at: changedAt,
  };
}
