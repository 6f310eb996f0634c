// Shows the command palette or the help on shortcuts. Both are loaded when they are first opened.

import { lazy, Suspense } from 'react';
import { loadPart } from '../shell/load-part.ts';
import { useOverlay } from './overlays.ts';

const Palette = lazy(async () => ({ default: (await loadPart(() => import('./palette.tsx'))).Palette }));
const ShortcutsHelp = lazy(async () => ({
  default: (await loadPart(() => import('./shortcuts-help.tsx'))).ShortcutsHelp,
}));

export function OverlayHost() {
  const overlay = useOverlay();
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && <Palette />}
      {overlay === 'shortcuts' && <ShortcutsHelp />}
    </Suspense>
  );
}
