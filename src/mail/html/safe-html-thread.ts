// The worker thread of html-cleaner.ts: sanitizes HTML, or converts it to plain text.
import { limits } from '../../limits.ts';
import { textPage, visibleText } from '../../values/html-text.ts';
import { serveWork } from '../../values/worker-pool.ts';
import { htmlLines } from '../replies/html-lines.ts';
import { foldedText } from './folded-text.ts';
import { type LeftOut, type Showing, safeHtml } from './safe-html.ts';

export type CleaningWork =
  /** With `showing` null, the plain text is requested. */
  { html: string; showing: Showing | null } | { plain: string; fold: boolean } | { lines: string; max: number };

export interface Cleaned {
  /** A large text is returned as bytes, which are transferred and not copied. */
  text: string | Uint8Array<ArrayBuffer>;
  /** The number of items on other servers that were left out. */
  blocked: number;
}

function answer(work: CleaningWork): Cleaned {
  const leftOut = { remote: 0 };
  const text = clean(work, leftOut);
  return { text: text.length <= limits.largeText ? text : new TextEncoder().encode(text), blocked: leftOut.remote };
}

function clean(work: CleaningWork, leftOut: LeftOut): string {
  if ('plain' in work) return work.fold ? foldedText(work.plain) : textPage(work.plain);
  if ('lines' in work) return htmlLines(work.lines, work.max);
  return work.showing ? safeHtml(work.html, work.showing, leftOut) : visibleText(work.html);
}

serveWork(answer, ({ text }) => (typeof text === 'string' ? [] : [text.buffer]));
