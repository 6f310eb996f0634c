// Sanitizes the HTML of mails in a worker thread with a time limit, so that no mail can block the service. If
// sanitizing fails, the plain text is shown instead.
import { limits } from '../../limits.ts';
import { textPage } from '../../values/html-text.ts';
import { joinTexts, type ServedText } from '../../values/served-text.ts';
import { createWorkerPool, WorkerProblem } from '../../values/worker-pool.ts';
import { foldedText } from './folded-text.ts';
import type { Showing } from './safe-html.ts';
import type { Cleaned, CleaningWork } from './safe-html-thread.ts';

interface ShownMail {
  /** The body of a page that shows the mail. */
  body: ServedText;
  /** The number of items on other servers that it would load, and that were left out. */
  blocked: number;
  /** Whether its text is shown because its HTML cannot be. */
  isInstead?: true;
}

export interface HtmlCleaner {
  /** `plain` is the text version of the mail. */
  clean(html: string | null, plain: string | null, showing: Showing): Promise<ShownMail>;
  /** The sanitized HTML; null if that takes too long. */
  sanitize(html: string, showing: Showing): Promise<string | null>;
  /** The visible text with its lines, about `max` characters of it; null if that takes too long. */
  lines(html: string, max: number): Promise<string | null>;
  close(): Promise<void>;
}

export function createHtmlCleaner({ time = limits.htmlCleaning }: { time?: number } = {}): HtmlCleaner {
  const pool = createWorkerPool({
    file: new URL('./safe-html-thread.ts', import.meta.url),
    max: 1,
    time,
    idle: limits.threadIdle,
    memory: limits.threadMemory,
  });
  const ask = async (work: CleaningWork): Promise<ShownMail | null> => {
    try {
      const { text, blocked } = await pool.ask<Cleaned>(work);
      return { body: joinTexts([typeof text === 'string' ? text : Buffer.from(text.buffer)]), blocked };
    } catch (error) {
      if (error instanceof WorkerProblem && error.reason === 'closed') throw error;
      return null;
    }
  };
  const show = async (plain: string, fold = false): Promise<ShownMail> => {
    if (plain.length <= (fold ? FOLDED_HERE : limits.largeText)) return page(plain, fold);
    const beginning = plain.slice(0, limits.largeText);
    const rest = beginning === plain ? '' : '\n\n[The rest cannot be shown.]';
    return (await ask({ plain, fold })) ?? page(beginning + rest, false);
  };
  const visibleText = async (html: string): Promise<ShownMail> => {
    const text = await ask({ html, showing: null });
    return page(text === null ? CANNOT_BE_SHOWN : String(text.body), false);
  };
  return {
    async clean(html, plain, showing) {
      if (html === null) return show(plain ?? '', showing.fold);
      const safe = await ask({ html, showing });
      if (safe !== null) return safe;
      return { ...(await (plain !== null ? show(plain, showing.fold) : visibleText(html))), isInstead: true };
    },
    sanitize: async (html, showing) => textOf(await ask({ html, showing })),
    lines: async (html, max) => textOf(await ask({ lines: html, max })),
    close: () => pool.close(),
  };
}

const CANNOT_BE_SHOWN = 'This mail cannot be shown: making its HTML safe took too long. Its source can be downloaded.';
const FOLDED_HERE = 20_000; // characters, whose lines take less than a millisecond each

function page(plain: string, fold: boolean): ShownMail {
  return { body: fold ? foldedText(plain) : textPage(plain), blocked: 0 };
}

function textOf(shown: ShownMail | null): string | null {
  return shown === null ? null : String(shown.body);
}
