// Bounces of servers that write for people alone. Only forms that name each recipient at a fixed place count; whoever
// calls has made sure that a program sent the message.
import { limits } from '../../limits.ts';
import type { ReportedRecipient } from '../../values/mail-facts.ts';
import { fieldValue, type NamedValue, oneLine, statusIn } from './header-words.ts';
import { type Form, reportForms } from './report-forms.ts';

/**
 * The recipients whom the text or X-Failed-Recipients names; none where its form is not known. Forms that any text can
 * have count only in what a server sent.
 */
export function textReport(fields: readonly NamedValue[], text: string, fromServer: boolean): ReportedRecipient[] {
  const some = text.replaceAll('\r\n', '\n');
  const found =
    reportForms
      .filter(({ marks, isLoose }) => (fromServer || !isLoose) && marks.every((mark) => mark.test(some)))
      .map((form) => recipientsIn(some, form))
      .find((recipients) => recipients.length > 0) ?? [];
  const known = new Set(found.map(({ address }) => address?.toLowerCase()));
  for (const address of (fieldValue(fields, 'x-failed-recipients') ?? '').split(/[\s,]+/))
    if (address.includes('@') && !known.has(address.toLowerCase()))
      found.push({ address: oneLine(address, limits.lineChars), action: 'failed', status: null, diagnostic: null });
  return found.slice(0, limits.addresses);
}

function recipientsIn(text: string, { action, recipient, begin, end }: Form): ReportedRecipient[] {
  const lines = text.split('\n');
  const first = begin ? lines.findIndex((line) => begin.test(line)) + 1 : 0;
  const found = new Map<string, string[]>();
  let words: string[] | null = null;
  for (const line of lines.slice(first)) {
    if (end.test(line)) break;
    const [, address, rest = ''] = recipient.exec(line) ?? [];
    if (address !== undefined && !found.has(address)) {
      if (found.size >= limits.addresses) break;
      words = [rest.trim()];
      found.set(address, words);
    } else if (line.trim() === '') {
      // A reason may stand in a paragraph of its own below the address, if it is indented.
      if (words?.some((word) => word !== '')) words = null;
    } else if (line.trim() !== 'because:') words?.push(line.trim());
  }
  return [...found].map(([address, said]) => {
    const diagnostic = reasonIn(oneLine(said.join(' '), limits.mailWords));
    return { address, action, status: statusIn(diagnostic), diagnostic };
  });
}

/** Without the frame that sendmail puts around it; the end of a long one may have been cut off. */
function reasonIn(words: string | null): string | null {
  const [, inner] = /^\(reason: ?(.*?)\)?$/.exec(words ?? '') ?? [];
  return (inner ?? words) || null;
}
