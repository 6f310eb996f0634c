// Parses bounces of servers that write text for people only. It accepts only forms that name each recipient at a fixed
// position; the caller has made sure that a program sent the message.
import { limits } from '../../../limits.ts';
import type { ReportedRecipient } from '../../../values/mail-facts.ts';
import { fieldValue, type NamedValue, oneLine, statusIn } from '../header-words.ts';
import { type Form, reportForms } from './forms.ts';

/**
 * The recipients that the text or X-Failed-Recipients names; none if the form is unknown. Loose forms, which any text
 * can contain, count only in mail from a server.
 */
export function textReport(fields: readonly NamedValue[], text: string, fromServer: boolean): ReportedRecipient[] {
  const plain = text.replaceAll('\r\n', '\n');
  const found =
    reportForms
      .filter(({ patterns, isLoose }) => (fromServer || !isLoose) && patterns.every((pattern) => pattern.test(plain)))
      .map((form) => recipientsIn(plain, form))
      .find((recipients) => recipients.length > 0) ?? [];
  const known = new Set(found.map(({ address }) => address?.toLowerCase()));
  for (const address of (fieldValue(fields, 'x-failed-recipients') ?? '').split(/[\s,]+/))
    if (address.includes('@') && !known.has(address.toLowerCase()))
      found.push({ address: oneLine(address, limits.lineChars), action: 'failed', status: null, diagnostic: null });
  return found.slice(0, limits.addresses);
}

function recipientsIn(text: string, { action, recipient, rewrite, begin, end }: Form): ReportedRecipient[] {
  const lines = (rewrite ? text.replaceAll(...rewrite) : text).split('\n');
  // A line of symbols above the text does not end the list.
  const first = begin
    ? lines.findIndex((line) => begin.test(line)) + 1
    : lines.findIndex((line) => /[^\s*=-]/.test(line));
  const found = new Map<string, string[]>();
  let words: string[] | null = null;
  for (const line of lines.slice(Math.max(first, 0))) {
    if (end.test(line)) break;
    const [, address, rest = ''] = recipient.exec(line) ?? [];
    if (address !== undefined && !found.has(address)) {
      if (found.size >= limits.addresses) break;
      words = [rest.trim()];
      found.set(address, words);
    } else if (line.trim() === '') {
      // An indented reason may be in a separate paragraph below the address.
      if (words?.some((word) => word !== '')) words = null;
    } else if (line.trim() !== 'because:') words?.push(line.trim());
  }
  return [...found].map(([address, words]) => {
    const diagnostic = reasonIn(oneLine(words.join(' '), limits.mailWords));
    return { address, action, status: statusIn(diagnostic), diagnostic };
  });
}

/** Removes the "(reason: …)" that sendmail puts around it; the closing parenthesis may be missing. */
function reasonIn(words: string | null): string | null {
  const [, inner] = /^\(reason: ?(.*?)\)?$/.exec(words ?? '') ?? [];
  return (inner ?? words) || null;
}
