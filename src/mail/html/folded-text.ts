// Plain text as HTML with its quoted parts folded: lines that begin with >, and the mail below a header as Outlook writes
// it. The first line that the sender wrote is always shown, and a mail without one is not folded.
import { escapeText, preformatted, textPage } from '../../values/html-text.ts';
import { beginsQuotedMail, firstOwnLine, isQuoted } from '../previews/quotes.ts';
import { CLOSE, OPEN } from './folded-quotes.ts';

export function foldedText(plain: string): string {
  const lines = plain.split(/\r\n|\r|\n/);
  const own = firstOwnLine(lines);
  if (own === undefined) return textPage(plain);
  const parts: string[] = [];
  let isFolded = false;
  let isRest = false;
  for (const [at, line] of lines.entries()) {
    isRest ||= at > own && beginsQuotedMail(lines, at);
    const folds = isRest || isQuoted(line);
    if (folds !== isFolded) parts.push(folds ? OPEN : CLOSE);
    isFolded = folds;
    parts.push(escapeText(line), at < lines.length - 1 ? '\n' : '');
  }
  if (isFolded) parts.push(CLOSE);
  return preformatted(parts.join(''));
}
