// What the kit needs once around the app: its texts, and the hosts of tooltips, toasts and confirmations.
import type { ReactNode } from 'react';
import { ConfirmHost } from './confirm.tsx';
import { Toaster } from './toaster.tsx';
import { TooltipHost } from './tooltip.tsx';
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
