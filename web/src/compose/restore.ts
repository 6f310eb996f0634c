// Opens the composers that a visit before this one has left: after a reload, a crash, or while the service was away.
import { reopenComposer } from './compose-store.ts';
import { lockLocalDraft, readLocalDrafts } from './local-drafts.ts';

export async function restoreComposers(): Promise<void> {
  for (const { key, view, pendingSend } of await readLocalDrafts())
    if (await lockLocalDraft(key)) reopenComposer(key, pendingSend ? 'minimised' : view, false);
}
