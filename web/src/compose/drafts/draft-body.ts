// The parts of the text of a draft: what the person writes, the signature, and the quoted mail, which is never changed.
// They are put together as the service does for replies, and are found again in a draft that is opened.
import { quoteToHtml, textToHtml } from './text-as-html.ts';

/** The text of a draft as the service has it. */
export interface SavedText {
  body_plain: string | null;
  body_html: string | null;
}

/** A text in both forms. `html` is null if there is only plain text. */
export interface Text {
  plain: string;
  html: string | null;
}

export interface DraftBody {
  own: Text;
  /** null: without a signature. */
  signature: Text | null;
  quote: Text | null;
  /** Where the signature is, in relation to the quote. */
  position: 'above' | 'below';
}

const EMPTY_LINE = '<div><br></div>';
const SIGNATURE_HTML = '<div>-- <br>';
const SIGNATURE_PLAIN = '-- \n'; // RFC 3676 section 4.3

/** The body as it is saved and sent: HTML only if the mail is written with formatting. */
export function joinBody(body: DraftBody, mode: 'rich' | 'plain'): SavedText {
  const { own, signature, quote, position } = body;
  const signed = signature === null ? [] : [SIGNATURE_PLAIN + signature.plain];
  const quoted = quote === null ? [] : [quote.plain];
  const plain = [own.plain, ...(position === 'above' ? [...signed, ...quoted] : [...quoted, ...signed])];
  const body_plain = plain.length === 1 ? own.plain : `${plain.join('\n\n')}\n`;
  if (mode === 'plain') return { body_plain, body_html: null };
  const closing = signature === null ? [] : [`${SIGNATURE_HTML}${htmlOf(signature)}</div>`];
  const cited = quote === null ? [] : [citedHtml(quote)];
  const rest = position === 'above' ? [...closing, ...cited] : [...cited, ...closing];
  const written = own.plain === '' && !own.html ? EMPTY_LINE : htmlOf(own);
  return { body_plain, body_html: [written, ...rest].join('<br>') };
}

/**
 * The parts of a saved draft. What cannot be recognised is the person's own text. `signatures` are the plain signatures
 * of the identities: below a forwarded mail, which can end with one of its own, only these are recognised.
 */
export function splitBody({ body_plain, body_html }: SavedText, signatures: readonly string[] = []): DraftBody {
  const plain = splitPlain((body_plain ?? '').replaceAll('\r\n', '\n'), signatures);
  if (!body_html) return { ...asBody(plain), position: plain.position };
  const html = splitHtml(body_html);
  const has = (name: 'signature' | 'quote') => html[name] !== null && plain[name] !== null;
  // The two forms have to agree; if they do not, the draft was written by another program.
  if (has('quote') !== (html.quote !== null) || has('signature') !== (html.signature !== null))
    return { own: { plain: body_plain ?? '', html: body_html }, signature: null, quote: null, position: 'above' };
  return {
    own: { plain: plain.own, html: html.own === EMPTY_LINE ? '' : html.own },
    signature: html.signature === null ? null : { plain: plain.signature ?? '', html: html.signature },
    quote: html.quote === null ? null : { plain: plain.quote ?? '', html: html.quote },
    position: html.position,
  };
}

/** Made once for each quote, which can be long: the body is put together with each key that is pressed. */
const CITED = new WeakMap<Text, string>();

function citedHtml(quote: Text): string {
  const html = quote.html ?? CITED.get(quote) ?? quoteToHtml(quote.plain);
  if (quote.html === null) CITED.set(quote, html);
  return html;
}

function htmlOf({ plain, html }: Text): string {
  return html ?? textToHtml(plain);
}

interface Parts {
  own: string;
  signature: string | null;
  quote: string | null;
  position: 'above' | 'below';
}

function asBody({ own, signature, quote }: Parts): Omit<DraftBody, 'position'> {
  const text = (plain: string | null) => (plain === null ? null : { plain, html: null });
  return { own: { plain: own, html: null }, signature: text(signature), quote: text(quote) };
}

const PLAIN_REPLY = /(?:^|\n)(On [^\n]+ wrote:\n(?:>[^\n]*(?:\n|$))+)/;
const PLAIN_FORWARD = /(?:^|\n)(-{10} Forwarded message -{10}\n[\s\S]*)$/;

function splitPlain(text: string, signatures: readonly string[]): Parts {
  const found = PLAIN_REPLY.exec(text) ?? PLAIN_FORWARD.exec(text);
  const start = found ? found.index + found[0].indexOf(found[1] ?? '') : text.length;
  const before = text.slice(0, start);
  const isForward = found?.[1]?.startsWith('-') ?? false;
  const cited = found?.[1] ?? '';
  const last = isForward ? cited.lastIndexOf(`\n\n${SIGNATURE_PLAIN}`) : -1;
  const isOwn = signatures.includes(cited.slice(last + SIGNATURE_PLAIN.length + 2).trimEnd());
  const closing = isOwn ? last : -1;
  const quote = (closing < 0 ? cited : cited.slice(0, closing)).replace(/\n$/, '');
  const after = closing < 0 ? text.slice(start + cited.length) : cited.slice(closing);
  const below = signatureIn(after);
  if (found && after.trim() !== '' && below?.before.trim() !== '')
    return { own: text, signature: null, quote: null, position: 'above' };
  const above = below ? undefined : signatureIn(before);
  const own = above ? above.before : before;
  const hasMore = found !== null || above !== undefined;
  return {
    own: hasMore ? own.replace(/\n\n$/, '') : own,
    signature: (below ?? above)?.signature ?? null,
    quote: found ? quote : null,
    position: below ? 'below' : 'above',
  };
}

/** The text before the last signature, and the signature. */
function signatureIn(text: string): { before: string; signature: string } | undefined {
  const at = text.startsWith(SIGNATURE_PLAIN) ? 0 : text.lastIndexOf(`\n${SIGNATURE_PLAIN}`) + 1;
  if (at === 0 && !text.startsWith(SIGNATURE_PLAIN)) return undefined;
  return { before: text.slice(0, at), signature: text.slice(at + SIGNATURE_PLAIN.length).trimEnd() };
}

const HTML_QUOTE =
  /<p>[^<]*<\/p><blockquote type="cite" style="margin: 0 0 0 0\.8ex[^"]*">|<p>-{10} Forwarded message -{10}<br>[^<]*(?:<br>[^<]*)*<\/p><div(?: style="overflow: auto")?>/;

function splitHtml(html: string): Parts {
  const found = HTML_QUOTE.exec(html);
  const tag = found?.[0].includes('<blockquote ') ? 'blockquote' : 'div';
  const end = found ? endOfElement(html, found.index + found[0].lastIndexOf('<'), tag) : html.length;
  const before = html.slice(0, found?.index ?? html.length).replace(/<br>$/, '');
  const after = html.slice(end).replace(/^<br>/, '');
  const isSignature = (text: string) => text.startsWith(SIGNATURE_HTML) && endOfElement(text, 0, 'div') === text.length;
  const at = before.lastIndexOf(SIGNATURE_HTML);
  const above = at >= 0 && isSignature(before.slice(at)) ? before.slice(at) : undefined;
  const below = isSignature(after) ? after : undefined;
  if (after !== '' && !below) return { own: html, signature: null, quote: null, position: 'above' };
  const signature = below ?? above;
  return {
    own: above && !below ? before.slice(0, at).replace(/<br>$/, '') : before,
    signature: signature?.slice(SIGNATURE_HTML.length, -'</div>'.length) ?? null,
    quote: found ? html.slice(found.index, end) : null,
    position: below ? 'below' : 'above',
  };
}

/** Where the element that begins at `start` ends; the HTML of the service is well-formed. */
function endOfElement(html: string, start: number, tag: string): number {
  const tags = new RegExp(`<(/?)${tag}\\b[^<>]*>`, 'g');
  tags.lastIndex = start;
  let depth = 0;
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    depth += found[1] ? -1 : 1;
    if (depth === 0) return tags.lastIndex;
  }
  return html.length;
}
