// Compares what a command has printed with what its page shows. In the page
//   …      stands for any text within a line; alone on a line for any number of lines,
// and a value that is different every time stands for any of its form: a UUID, the handle of a compact list, a token.

const FORMS = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, // UUID
  /(?<=#)[0-9a-f]{10}(?![0-9a-f])/, // handle, also of an occurrence
  /dbk_[\w-]+/, // token
];
const VARIABLE = new RegExp(FORMS.map((form) => `(${form.source})`).join('|'), 'g');

/** Whether the page shows what was printed. Blanks at the ends of lines, and empty lines around all, do not count. */
export function isShown(printed: string, shown: string): boolean {
  return new RegExp(`^${patternOf(tidy(shown))}$`).test(tidy(printed));
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

function patternOf(shown: string): string {
  const lines = shown.split('\n').map((line) => (line.trim() === '…' ? '(?:[^\n]*\n)*?[^\n]*' : linePattern(line)));
  return lines.join('\n');
}

function linePattern(line: string): string {
  return line.split('…').map(fixedPattern).join('[^\n]*?');
}

function fixedPattern(text: string): string {
  let pattern = '';
  let from = 0;
  for (const match of text.matchAll(VARIABLE)) {
    const form = FORMS[match.slice(1).findIndex((group) => group !== undefined)] as RegExp;
    pattern += RegExp.escape(text.slice(from, match.index)) + form.source;
    from = match.index + match[0].length;
  }
  return pattern + RegExp.escape(text.slice(from));
}
