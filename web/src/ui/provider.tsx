// What the kit needs once around the app: its texts, and the hosts of tooltips, toasts and confirmations.
import type { ReactNode } from 'react';
import { Toaster } from './feedback/toaster.tsx';
import { ConfirmHost } from './overlays/confirm.tsx';
import { TooltipHost } from './overlays/tooltip.tsx';
import { type UiWords, UiWordsContext } from './words.ts';

export function UiProvider({ words, children }: { words: UiWords; children: ReactNode }) {
  return (
    <UiWordsContext value={words}>
      {children}
      <ConfirmHost />
      <Toaster />
      <TooltipHost />
    </UiWordsContext>
  );
}
