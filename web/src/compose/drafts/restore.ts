// Opens the composers that a visit before this one has left: after a reload, a crash, or while the service was away.
import { PHONE } from '../../ui/use-media.ts';
import { reopenComposer } from '../compose-store.ts';
import { lockLocalDraft, readLocalDrafts } from './local-drafts.ts';

/** On a phone they are minimised: one that is open would cover every screen. */
export async function restoreComposers(): Promise<void> {
  for (const { key, view, pendingSend } of await readLocalDrafts())
    if (await lockLocalDraft(key))
      reopenComposer(key, pendingSend || matchMedia(PHONE).matches ? 'minimised' : view, false);
}
