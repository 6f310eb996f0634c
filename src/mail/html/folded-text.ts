// Plain text as HTML with its quoted parts folded: lines that begin with >, with what introduces them, and the mail below a
// header as Outlook writes it. The first line that the sender wrote is always shown, and a mail without one is not folded.
import { escapeText, preformatted, textPage } from '../../values/html-text.ts';
import { readLines } from '../quotes/lines.ts';
import { CLOSE, OPEN } from './folded-quotes.ts';

export function foldedText(plain: string): string {
  const lines = plain.split(/\r\n|\r|\n/);
  const folds = foldedLines(lines);
  if (!folds) return textPage(plain);
  const parts: string[] = [];
  let isFolded = false;
  for (const [at, line] of lines.entries()) {
    if (folds[at] !== isFolded) parts.push(folds[at] ? OPEN : CLOSE);
    isFolded = folds[at] as boolean;
    parts.push(escapeText(line), at < lines.length - 1 ? '\n' : '');
  }
  if (isFolded) parts.push(CLOSE);
  return preformatted(parts.join(''));
}

/** For each line, whether it is folded; undefined without a line of the sender's own. */
function foldedLines(lines: readonly string[]): boolean[] | undefined {
  const folds: boolean[] = [];
  let hasOwn = false;
  let isRest = false;
  let introduced = -1; // where what introduces a quote begins, up to the quote
  for (const { at, kind, begins } of readLines(lines)) {
    const isEmpty = !/\S/.test(lines[at] as string);
    isRest ||= hasOwn && begins === true;
    if (kind === 'quoted' && introduced >= 0) folds.fill(true, introduced);
    if (kind === 'introduction' && introduced < 0) introduced = at;
    else if (kind !== 'introduction' && !isEmpty) introduced = -1;
    hasOwn ||= kind === 'own' && !isEmpty;
    folds.push(isRest || kind === 'quoted');
  }
  return hasOwn ? folds : undefined;
}
