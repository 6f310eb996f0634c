// Shows the open composers. Their code is loaded when there is one, and when a visit before this one has left text that
// is not saved.
import { lazy, Suspense, useEffect } from 'react';
import { readKeys } from '../data/storage/storage.ts';
import { loadPart } from '../shell/load-part.ts';
import { useComposers } from './compose-store.ts';

const Composers = lazy(async () => ({ default: (await loadPart(() => import('./composers.tsx'))).Composers }));

export function ComposeHost() {
  const composers = useComposers();
  useEffect(() => void restore(), []);
  if (composers.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Composers composers={composers} />
    </Suspense>
  );
}

async function restore(): Promise<void> {
  if ((await readKeys('drafts')).length > 0)
    await (await loadPart(() => import('./drafts/restore.ts'))).restoreComposers();
}
