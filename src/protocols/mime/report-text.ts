// Bounces of servers that write for people alone. Only forms that name each recipient at a fixed place count; whoever
// calls has made sure that a server sent the message.
import { limits } from '../../limits.ts';
import type { ReportedRecipient } from '../../values/mail-facts.ts';
import { fieldValue, type NamedValue, oneLine, statusIn } from './header-words.ts';

interface Form {
  /** What the text must have. */
  marks: RegExp[];
  action: 'failed' | 'delayed';
  /** The line that names a recipient: the address, and what follows it. */
  recipient: RegExp;
  /** Where the list of recipients begins and ends. */
  begin?: RegExp;
  end: RegExp;
}

const ADDRESS = String.raw`[^\s<>@"()]{1,64}@[^\s<>@"():]{1,255}`;
const bracketed = new RegExp(`^<(${ADDRESS})>:?(.*)$`);
const indented = new RegExp(`^ {2}<?(${ADDRESS})>?:?()$`);

const plain = new RegExp(`^<?(${ADDRESS})>?()$`);

const forms: Form[] = [
  // qmail: https://cr.yp.to/proto/qsbmf.txt
  { marks: [/^Hi\. This is the\b/], action: 'failed', recipient: bracketed, end: /^-/ },
  {
    marks: [/^This is the (?:Postfix program|mail system) at host /m, /THIS IS A WARNING ONLY/],
    action: 'delayed',
    recipient: bracketed,
    end: /^\s*-{2,}/,
  },
  {
    marks: [/^This is the (?:Postfix program|mail system) at host /m, /could\s+not\s+be\s+delivered/],
    action: 'failed',
    recipient: bracketed,
    end: /^\s*-{2,}/,
  },
  {
    marks: [/^This message was created automatically by mail delivery software/m, /has not (?:yet )?been delivered to/],
    action: 'delayed',
    recipient: indented,
    begin: /not yet been delivered (?:is|are):/,
    end: /^-{2,}|^No action is required/,
  },
  {
    marks: [/^This message was created automatically by mail delivery software/m, /could not be\s+delivered to/],
    action: 'failed',
    recipient: indented,
    begin: /address\(es\) failed:|addresses failed:/,
    end: /^-{2,}/,
  },
  {
    marks: [/^[ \t]{0,8}-{3,60} The following addresses had (?:permanent|delivery) .*-{3,}/m],
    action: 'failed',
    recipient: plain,
    begin: /^\s*-{3,} The following addresses had/,
    end: /^\s*-{3,}/,
  },
  {
    marks: [/^[ \t]{0,8}-{3,60} The following addresses had transient .*-{3,}/m],
    action: 'delayed',
    recipient: plain,
    begin: /^\s*-{3,} The following addresses had/,
    end: /^\s*-{3,}/,
  },
  // Exchange 5.5 and 2000.
  {
    marks: [/^\s*Your message\b/, /did not reach the following recipient\(s\):/],
    action: 'failed',
    recipient: new RegExp(String.raw`^\s*(${ADDRESS}) on \S.*?()$`),
    begin: /did not reach the following recipient\(s\):/,
    end: /^\s*-{3,}/,
  },
];

/** The recipients whom the text or X-Failed-Recipients names; none where its form is not known. */
export function textReport(fields: readonly NamedValue[], text: string): ReportedRecipient[] {
  const some = text.replaceAll('\r\n', '\n');
  const form = forms.find(({ marks }) => marks.every((mark) => mark.test(some)));
  const found = form ? recipientsIn(some, form) : [];
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
    if (address !== undefined) {
      current = { address, words: [rest] };
      found.push(current);
    } else if (line.trim() === '') {
      // A reason may stand in a paragraph of its own below the address, if it is indented.
      if (current && current.words.join('').trim() !== '') current = null;
    } else current?.words.push(line.trim());
  }
  return found.map(({ address, words }) => {
    const diagnostic = oneLine(words.join(' ').replace(/^\s*\(reason:\s*(.*?)\)\s*$/s, '$1'), limits.mailWords);
    return { address, action, status: statusIn(diagnostic), diagnostic };
  });
}
