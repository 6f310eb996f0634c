// The text of a reply or a forwarded mail: subject, attribution and the quoted mail, as plain text and as HTML. Dates are
// in the time zone in which the user sees them.
import { limits } from '../../limits.ts';
import type { Email } from '../../resources/email.ts';
import type { Address } from '../../values/addresses.ts';
import { escapeText } from '../../values/html-text.ts';
import type { Answer } from './recipients.ts';

// What mail programs put before a subject: English, German, Scandinavian, Finnish, Dutch, Polish, Turkish, Portuguese,
// Spanish, French, Italian, Chinese; with a number as in Re[2]: too.
const REPLIED = prefix('re|aw|antw(?:ort)?|sv|vs|odp|ynt|res|rif|ref|回复|回覆|答复|答覆');
const FORWARDED = prefix('fwd?|wg|vb|vl|doorst|pd|ilt|enc|rv|tr|转发|轉寄');

function prefix(words: string): RegExp {
  return new RegExp(String.raw`^\s*(?:${words})(?:\[\d{1,3}\]|\(\d{1,3}\))?\s*[:：]`, 'i');
}

/** The subject with one prefix, however many it had. */
export function subjectOf(subject: string | null, answer: Answer): string {
  const [known, added] = answer === 'forward' ? [FORWARDED, 'Fwd:'] : [REPLIED, 'Re:'];
  let rest = beginning((subject ?? '').replaceAll(/\p{Cc}+/gu, ' '), limits.lineChars);
  for (let found = known.exec(rest); found; found = known.exec(rest)) rest = rest.slice(found[0].length);
  return beginning(`${added} ${rest.trim()}`.trim(), limits.lineChars);
}

/** The first `max` characters of a text, without half of a surrogate pair at the end. */
export function beginning(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

/** The References of an answer (RFC 5322 section 3.6.4). */
export function referencesTo({ message_id, in_reply_to, references }: Email): string[] {
  const before = references.length > 0 ? references : in_reply_to === null ? [] : [in_reply_to];
  const chain = [...before, ...(message_id === null ? [] : [message_id])].filter((id) => !/\p{Cc}/u.test(id));
  return [...new Set(chain)].slice(-limits.references);
}

/** A mail as it is quoted: its text, and its sanitized HTML if there is one. */
export interface Quoted {
  plain: string;
  html: string | null;
}

/** The quoted mail as plain text. */
export function plainQuote(mail: Email, { plain }: Quoted, answer: Answer, timezone: string): string {
  if (answer === 'forward')
    return `${headerOf(mail, timezone)
      .map(([, line]) => line)
      .join('\n')}\n\n${plain}`;
  const lines = plain.trimEnd().split('\n');
  return [attribution(mail, timezone), ...lines.map(quoteLine)].join('\n');
}

function quoteLine(line: string): string {
  return line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`;
}

// Whatever the quoted mail does, nothing of it is painted outside of its place, where it could cover the answer. What is
// wider can be scrolled to.
const IN_PLACE = 'overflow: auto';
const QUOTE_STYLE = `margin: 0 0 0 0.8ex; border-left: 1px solid #cccccc; padding-left: 1ex; ${IN_PLACE}`;

/** The quoted mail as HTML. */
export function htmlQuote(mail: Email, quoted: Quoted, answer: Answer, timezone: string): string {
  const content = quoted.html ?? textToHtml(quoted.plain);
  if (answer === 'forward') {
    const header = headerOf(mail, timezone)
      .map(([, line]) => escapeText(line))
      .join('<br>');
    return `<p>${header}</p><div style="${IN_PLACE}">${content}</div>`;
  }
  const by = escapeText(attribution(mail, timezone));
  return `<p>${by}</p><blockquote type="cite" style="${QUOTE_STYLE}">${content}</blockquote>`;
}

/** Plain text as HTML. */
export function textToHtml(text: string): string {
  const work = htmlOfText(text);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

const PIECE = 64 * 1024; // characters

/** The same in pieces, for a text of any length. */
export function* htmlOfText(text: string): Generator<undefined, string> {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    const isLineStart = at === 0 || text[at - 1] === '\n';
    const html = escapeText(text.slice(at, at + PIECE)).replaceAll(/(^|\n)( +)/g, (found, begin, spaces: string) =>
      begin === '' && !isLineStart ? found : begin + '&nbsp;'.repeat(spaces.length),
    );
    pieces.push(html.replaceAll('\n', '<br>'));
    yield;
  }
  return `<div>${pieces.join('')}</div>`;
}

function attribution(mail: Email, timezone: string): string {
  const { day, time } = sentAt(mail, timezone);
  return `On ${day} at ${time}, ${authorOf(mail)} wrote:`;
}

function headerOf(mail: Email, timezone: string): [name: string, line: string][] {
  const { day, time } = sentAt(mail, timezone);
  const lines: [string, string | null][] = [
    ['', '---------- Forwarded message ----------'],
    ['From', authorOf(mail)],
    ['Date', `${day} at ${time}`],
    ['Subject', mail.subject ?? ''],
    ['To', people(mail.to_addresses)],
    ['Cc', people(mail.cc_addresses)],
  ];
  return lines
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, oneLine(name === '' ? `${value}` : `${name}: ${value}`)]);
}

function authorOf({ from_address, from_name }: Email): string {
  return from_address === null ? 'someone' : oneLine(person({ address: from_address, name: from_name }));
}

const NAMED = 50; // a forwarded mail to a thousand people does not list them all

function people(list: Address[]): string | null {
  if (list.length === 0) return null;
  const more = list.length > NAMED ? ` and ${list.length - NAMED} more` : '';
  return list.slice(0, NAMED).map(person).join(', ') + more;
}

function person({ address, name }: Address): string {
  return name ? `${name} <${address}>` : address;
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

function sentAt({ received_at, sent_at, created_at }: Email, timeZone: string): { day: string; time: string } {
  const date = new Date(received_at ?? sent_at ?? created_at);
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  return { day: date.toLocaleDateString('en-GB', day), time: date.toLocaleTimeString('en-GB', time) };
}
