// Opens the composers that a visit before this one has left: after a reload, a crash, or while the service was away.
import { LOW, PHONE } from '../../ui/use-media.ts';
import { reopenComposer } from '../compose-store.ts';
import { lockLocalDraft, readLocalDrafts } from './local-drafts.ts';

/** In a small window they are minimised: one that is open would cover every screen. */
export async function restoreComposers(): Promise<void> {
  const isSmall = matchMedia(PHONE).matches || matchMedia(LOW).matches;
  for (const { key, view, pendingSend } of await readLocalDrafts())
    if (await lockLocalDraft(key)) reopenComposer(key, pendingSend || isSmall ? 'minimised' : view, false);
}
