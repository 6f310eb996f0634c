// The counts of the lists in the sidebar: unread mail; of lists of unsent mail, all of it.
import { useUnsavedDrafts } from '../../compose/drafts/unsaved-drafts.ts';
import { useCollection } from '../../data/live/live.ts';
import { folderOf } from '../list-query.ts';
import type { MailList } from '../mail-address.ts';

export function useCounts(): { ofList(list: MailList): number } {
  const folders = useCollection('folders');
  const drafts = useCollection('drafts').length + useUnsavedDrafts().length;
  const scheduled = useCollection('scheduled').length;
  const outbox = useCollection('queued').length + useCollection('sending').length;
  const failed = useCollection('failed').length;
  const totals: Partial<Record<MailList['kind'], number>> = { drafts, scheduled, outbox, failed };
  return {
    ofList(list) {
      const folder = folderOf(list);
      // What is read in the archive, was sent or snoozed needs no attention.
      if (list.kind === 'sent') return 0;
      return totals[list.kind] ?? folders.find(({ name }) => name === folder)?.unread ?? 0;
    },
  };
}
