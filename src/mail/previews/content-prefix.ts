// The texts at the beginning of a stored content, `"body_plain":…,"body_html":…`, which may be cut off anywhere.

export interface MailTexts {
  plain: string | null;
  html: string | null;
}

const PLAIN = '"body_plain":';
const HTML = '"body_html":';

/** The HTML only where the beginning has it. */
export function textsIn(content: string | null): MailTexts {
  if (content === null || !content.startsWith(PLAIN)) return { plain: null, html: null };
  const plain = readString(content, PLAIN.length);
  const at = content.indexOf(HTML, plain.end);
  return { plain: plain.value, html: at < 0 ? null : readString(content, at + HTML.length).value };
}

/** The string, or null, that begins at an offset; of one that is cut off, what is there. */
function readString(json: string, at: number): { value: string | null; end: number } {
  if (json[at] !== '"') return { value: null, end: at };
  let end = at + 1;
  while (end < json.length && json[end] !== '"') {
    const length = json[end] !== '\\' ? 1 : json[end + 1] === 'u' ? UNICODE_ESCAPE : 2;
    if (end + length > json.length) break; // a cut-off escape
    end += length;
  }
  return { value: JSON.parse(`"${json.slice(at + 1, end)}"`) as string, end };
}

const UNICODE_ESCAPE = 6; // characters, as in \u0000
