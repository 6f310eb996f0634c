// Makes the HTML of mails fit to be shown, in a thread and under a budget of time: whatever a mail holds, the service
// goes on meanwhile, and something to read comes back.
import { limits } from '../limits.ts';
import { escapeText } from '../values/html-text.ts';
import { createThreads, ThreadProblem } from '../values/threads.ts';
import type { Showing } from './safe-html.ts';
import type { CleaningWork } from './safe-html-thread.ts';

export interface HtmlCleaner {
  /** The body of a page that shows a mail; `plain` is its text version. */
  clean(html: string | null, plain: string | null, showing: Showing): Promise<string>;
  close(): Promise<void>;
}

export function createHtmlCleaner({ time = limits.htmlCleaning }: { time?: number } = {}): HtmlCleaner {
  const threads = createThreads({
    file: new URL('./safe-html-thread.ts', import.meta.url),
    most: 1,
    time,
    idle: limits.threadIdle,
    memory: limits.threadMemory,
  });
  const ask = (work: CleaningWork) =>
    threads.ask<string>(work).catch((error: unknown) => {
      if (error instanceof ThreadProblem && error.reason === 'closed') throw error;
      return null;
    });
  return {
    async clean(html, plain, showing) {
      if (html === null) return textPage(plain ?? '');
      const safe = await ask({ html, showing });
      if (safe !== null) return safe;
      return textPage(
        plain ??
          (await ask({ html, showing: null })) ??
          'This mail cannot be shown: making its HTML safe took too long. Its source can be downloaded.',
      );
    },
    close: () => threads.close(),
  };
}

function textPage(text: string): string {
  return `<pre style="white-space: pre-wrap; overflow-wrap: anywhere">${escapeText(text)}</pre>`;
}
