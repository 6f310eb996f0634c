// Bounces of servers that write for people alone. Only forms that name each recipient at a fixed place count; whoever
// calls has made sure that a server sent the message.
import { limits } from '../../limits.ts';
import type { ReportedRecipient } from '../../values/mail-facts.ts';
import { fieldValue, type NamedValue, oneLine, statusIn } from './header-words.ts';
import { type Form, reportForms } from './report-forms.ts';

/** The recipients whom the text or X-Failed-Recipients names; none where its form is not known. */
export function textReport(fields: readonly NamedValue[], text: string): ReportedRecipient[] {
  const some = text.replaceAll('\r\n', '\n');
  const found =
    reportForms
      .filter(({ marks }) => marks.every((mark) => mark.test(some)))
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
  const found: { address: string; words: string[] }[] = [];
  let current: { address: string; words: string[] } | null = null;
  for (const line of lines.slice(first)) {
    if (end.test(line)) break;
    const [, address, rest = ''] = recipient.exec(line) ?? [];
    if (address !== undefined && !found.some((one) => one.address === address)) {
      current = { address, words: [rest] };
      found.push(current);
    } else if (line.trim() === '') {
      // A reason may stand in a paragraph of its own below the address, if it is indented.
      if (current && current.words.join('').trim() !== '') current = null;
    } else if (line.trim() !== 'because:') current?.words.push(line.trim());
  }
  return found.map(({ address, words }) => {
    const diagnostic = oneLine(words.join(' ').replace(/^\s*\(reason:\s*(.*?)\)\s*$/s, '$1'), limits.mailWords);
    return { address, action, status: statusIn(diagnostic), diagnostic };
  });
}
