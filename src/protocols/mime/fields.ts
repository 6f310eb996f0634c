// Converts header values to record values: one line of text each, bounded, without characters that databases reject.
import { limits } from '../../limits.ts';
import type { Address } from '../../values/addresses.ts';
import { clean } from '../../values/text.ts';
import { parseAddressList } from './addresses.ts';

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/** One line of text; null if it is empty. */
export function lineOf(text: string | null | undefined, chars: number): string | null {
  if (!text) return null;
  return (
    cut(
      text
        .slice(0, chars * 4)
        .replace(CONTROLS, ' ')
        .trim(),
      chars,
    ) || null
  );
}

/** At most `chars` characters, without splitting a surrogate pair. */
export function cut(text: string, chars: number): string {
  const whole = clean(text);
  if (whole.length <= chars) return whole;
  const last = whole.charCodeAt(chars - 1);
  return whole.slice(0, last >= 0xd800 && last <= 0xdbff ? chars - 1 : chars);
}

/** The addresses of fields that form one list. */
export function addressesOf(values: string[]): Address[] {
  const all: Address[] = [];
  for (const value of values) {
    for (const { address, name } of parseAddressList(value, limits.addresses - all.length)) {
      const known = lineOf(address, limits.lineChars);
      const displayName = lineOf(name, limits.nameChars);
      // A recipient without an address keeps its text as the address, as in addresses that users type.
      if (known) all.push({ address: known, name: displayName });
      else if (displayName) all.push({ address: cut(displayName, limits.lineChars), name: null });
    }
    if (all.length >= limits.addresses) break;
  }
  return all;
}

/** The sender; a sender with only a name has an empty address. */
export function senderOf(value: string | undefined): Address | null {
  const [found] = value === undefined ? [] : parseAddressList(value, 1);
  if (!found) return null;
  const address = lineOf(found.address, limits.lineChars) ?? '';
  const name = lineOf(found.name, limits.nameChars);
  return address !== '' || name !== null ? { address, name } : null;
}
