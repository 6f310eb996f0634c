// Where the reader of a conversation is at first.
import { type RefObject, useEffect, useState } from 'react';
import type { Email } from '../data/types.ts';
import { linkedMail } from '../shell/navigation/linked-mail.ts';

/**
 * Once, the reader is taken to the mail of the address, else to the first unread mail. The mail of the address may be
 * there only when the middle of a long conversation was read; it gets the focus, because it was chosen elsewhere.
 */
export function useFirstPosition(container: RefObject<HTMLElement | null>, emails: readonly Email[]): void {
  const [linked] = useState(linkedMail);
  const [first] = useState(() => linked ?? emails.find((one) => !one.is_read)?.id);
  const [isAtTop] = useState(() => first === emails[0]?.id);
  const isThere = emails.some(({ id }) => id === first);
  useEffect(() => {
    const mails = container.current;
    const mail = first && isThere && mails?.querySelector(`#mail-${CSS.escape(first)}`);
    if (!mails || !mail) return;
    if (linked && isFocusFree(mails)) mail.querySelector<HTMLElement>('[data-toggle]')?.focus({ preventScroll: true });
    if (isAtTop) return;
    if (linked) return keepInView(mail, mails);
    mail.scrollIntoView({ block: 'start' });
  }, [first, isThere, isAtTop, linked, container]);
}

/** Nothing has the focus, or only the heading of the conversation, which takes it in place of a list. */
function isFocusFree(mails: HTMLElement): boolean {
  const { activeElement, body } = document;
  if (!activeElement || activeElement === body || !activeElement.checkVisibility()) return true;
  return activeElement === mails.parentElement?.querySelector('h1');
}

/** What the reader does first, wherever it is; the page loses the focus to the frame of a mail. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'blur'];

/** The texts of mails come later and move those below them, so the mail is shown again until the reader does something. */
function keepInView(mail: Element, mails: HTMLElement): () => void {
  const observer = new ResizeObserver(() => mail.scrollIntoView({ block: 'start' }));
  const stop = () => {
    observer.disconnect();
    for (const type of MOVES) removeEventListener(type, stop, true);
  };
  for (const type of MOVES) addEventListener(type, stop, { capture: true, passive: true });
  observer.observe(mails);
  return stop;
}
