// The question before what was typed into a dialog is lost.
import { confirm } from '../ui/overlays/confirm.tsx';
import { words } from '../words/words.ts';

export function confirmDiscard(): Promise<boolean> {
  const { discardTitle, discardText, discard } = words().common;
  return confirm({ title: discardTitle, text: discardText, action: discard, danger: true });
}
