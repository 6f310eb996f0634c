// Shows the command palette or the help on shortcuts. Both are loaded when they are first opened.
import { lazy, Suspense } from 'react';
import { useOverlay } from './overlays.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutsHelp = lazy(async () => ({ default: (await import('./shortcuts-help.tsx')).ShortcutsHelp }));

export function OverlayHost() {
  const overlay = useOverlay();
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && <Palette />}
      {overlay === 'shortcuts' && <ShortcutsHelp />}
    </Suspense>
  );
}
