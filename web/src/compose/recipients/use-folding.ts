// Long lists of recipients are folded to the first ones. Those that are no addresses are always shown, because the mail
// cannot be sent with them.
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LOW, useMedia } from '../../ui/use-media.ts';
import { isMailAddress, type Recipient } from '../../words/address-list.ts';

/** How many are shown of a folded list. */
const SHOWN = 6;
const SHOWN_IF_SMALL = 2;
/** Fewer are not hidden: the button would take as much room. */
const MIN_HIDDEN = 3;

export interface Folding {
  /** A long list of which all are shown. */
  isUnfolded: boolean;
  shown: readonly Recipient[];
  /** The focus goes to what the button has shown, or to the button that shows it again. */
  change(isUnfolded: boolean): void;
}

export function useFolding(
  recipients: readonly Recipient[],
  row: { current: HTMLElement | null },
  isSmall: boolean,
): Folding {
  const [isOpen, setOpen] = useState(false);
  const before = useRef(recipients.length);
  const most = useMedia(LOW) || isSmall ? SHOWN_IF_SMALL : SHOWN;
  const isLong = recipients.length >= most + MIN_HIDDEN;
  const isFolded = isLong && !isOpen;
  const shown = isFolded
    ? recipients.filter(({ address }, index) => index < most || !isMailAddress(address))
    : recipients;
  useEffect(() => {
    // What was just added must be seen, with the input after it.
    if (isLong && recipients.length === before.current + 1) setOpen(true);
    before.current = recipients.length;
    if (row.current?.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [recipients.length, isLong, row]);
  const change = (next: boolean) => {
    flushSync(() => setOpen(next));
    const target = next ? `li:nth-child(${most + 1}) > button` : '[data-unfold]';
    row.current?.querySelector<HTMLElement>(target)?.focus();
  };
  return { isUnfolded: isLong && isOpen, shown, change };
}
