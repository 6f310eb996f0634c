// The thread behind html-cleaner.ts: makes one HTML text after the other fit to be shown, or tells its plain text.
import { parentPort } from 'node:worker_threads';
import { visibleText } from '../values/html-text.ts';
import { type Showing, safeHtml } from './safe-html.ts';

export interface CleaningWork {
  html: string;
  /** null: the plain text is asked for. */
  showing: Showing | null;
}

parentPort?.on('message', ({ html, showing }: CleaningWork) => {
  try {
    parentPort?.postMessage({ answer: showing ? safeHtml(html, showing) : visibleText(html) });
  } catch (error) {
    parentPort?.postMessage({ problem: (error as Error).message });
  }
});
parentPort?.postMessage({});
