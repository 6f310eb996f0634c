// HTML as values: everything in a template is escaped, unless it is the result of a template itself. So no text of the
// document can become markup by mistake.
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | null | undefined | false | readonly Html[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: strings.map((text, index) => text + partText(parts[index])).join('') };
}

function partText(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map((one) => one.html).join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

type Paint = (kind: 'key' | 'text' | 'value', json: string) => string;

/** Coloured JSON: keys in <b>, texts in <i>, everything else in <u>, restyled by the page. */
export function jsonHtml(value: unknown): Html {
  const tags = { key: 'b', text: 'i', value: 'u' };
  return { html: printJson(value, (kind, json) => `<${tags[kind]}>${escapeHtml(json)}</${tags[kind]}>`, '') };
}

/** Formatted JSON; a list of plain values stays on one line. */
export function jsonText(value: unknown): string {
  return printJson(value, (_kind, json) => json, '');
}

function printJson(value: unknown, paint: Paint, indent: string): string {
  if (typeof value === 'string') return paint('text', JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return paint('value', JSON.stringify(value) ?? 'null');
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((one) => printJson(one, paint, inner))
    : Object.entries(value).map(
        ([key, one]) => `${paint('key', JSON.stringify(key))}: ${printJson(one, paint, inner)}`,
      );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (members.length === 0 || (isList && value.every((one) => typeof one !== 'object')))
    return open + members.join(', ') + close;
  return `${open}\n${members.map((one) => inner + one).join(',\n')}\n${indent}${close}`;
}

/** Prose with code in backticks. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}
