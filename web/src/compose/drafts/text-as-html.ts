// Plain text as HTML. A quoted mail becomes the HTML that the service makes of it, by which mail programs, and this one
// when it opens the draft again, know that it is quoted.

/** Plain text as HTML, one line each. */
export function textToHtml(text: string): string {
  return `<div>${text.split('\n').map(lineToHtml).join('<br>')}</div>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function lineToHtml(line: string): string {
  return escapeHtml(line).replace(/^ +/, (spaces) => '&nbsp;'.repeat(spaces.length));
}

const FORWARDED = '---------- Forwarded message ----------\n';
/** Nothing that is quoted is painted outside of its place, where it could cover the answer. */
export const IN_PLACE = 'overflow: auto';
const QUOTE_STYLE = `margin: 0 0 0 0.8ex; border-left: 1px solid #cccccc; padding-left: 1ex; ${IN_PLACE}`;
/** Deeper ones stay as they are written. */
const DEEPEST = 10;

/** The quote of a reply, or a forwarded mail, that exists only as plain text. */
export function quoteToHtml(plain: string): string {
  if (plain.startsWith(FORWARDED)) return forwardedToHtml(plain);
  const [attribution = '', ...lines] = plain.split('\n');
  if (lines.length === 0 || !lines.every(isQuoted)) return textToHtml(plain);
  return `<p>${escapeHtml(attribution)}</p>${blockquote(lines, 1)}`;
}

function forwardedToHtml(plain: string): string {
  const end = plain.indexOf('\n\n');
  const header = end < 0 ? plain.trimEnd() : plain.slice(0, end);
  const text = end < 0 ? '' : plain.slice(end + 2);
  return `<p>${header.split('\n').map(escapeHtml).join('<br>')}</p><div style="${IN_PLACE}">${textToHtml(text)}</div>`;
}

function isQuoted(line: string): boolean {
  return line.startsWith('>');
}

/** Lines that begin with ">"; those that do so without it too are a quote within the quote. */
function blockquote(quoted: readonly string[], depth: number): string {
  const lines = quoted.map((line) => line.replace(/^> ?/, ''));
  const parts: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const isDeeper = (line: string | undefined) => depth < DEEPEST && isQuoted(line ?? '');
    const kind = isDeeper(lines[at]);
    let end = at + 1;
    while (end < lines.length && isDeeper(lines[end]) === kind) end++;
    const part = lines.slice(at, end);
    parts.push(kind ? blockquote(part, depth + 1) : textToHtml(part.join('\n')));
    at = end;
  }
  return `<blockquote type="cite" style="${QUOTE_STYLE}">${parts.join('')}</blockquote>`;
}
