// Copies a text, and says whether it worked. Browsers have the clipboard API only on pages with HTTPS and on the own
// machine; pages of a service in a home network copy as older browsers do.
import { showToast } from '../ui/feedback/toast.ts';
import { topModal } from '../ui/overlays/open-modals.ts';
import { words } from '../words/words.ts';

/** `copied` is the message when it has worked; the promise says whether it has. */
export async function copyText(text: string, copied: string): Promise<boolean> {
  const isCopied = (await writeToClipboard(text)) || copySelected(text);
  showToast(isCopied ? { text: copied } : { text: words().common.copyFailed, tone: 'danger' });
  return isCopied;
}

async function writeToClipboard(text: string): Promise<boolean> {
  // The type promises it, but pages without HTTPS do not have it.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  return (
    clipboard?.writeText(text).then(
      () => true,
      () => false,
    ) ?? false
  );
}

/** Copies what is selected in a field that nobody sees. Outside of an open dialog it could not be selected. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true; // no keyboard appears on a phone
  field.style.position = 'fixed';
  field.style.inset = '0 auto auto 0';
  field.style.opacity = '0';
  (topModal() ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
