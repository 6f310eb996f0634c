// Sanitizes the HTML of mails in worker threads with a time limit, so that no mail can block the service. Users take
// turns, and one user has at most one thread at a time, so that no user's mail delays that of another for long. If
// sanitizing fails, the plain text is shown instead.
import { limits } from '../../limits.ts';
import { textPage } from '../../values/html-text.ts';
import { createSlots } from '../../values/queues/slots.ts';
import { joinTexts, type ServedText } from '../../values/served-text.ts';
import { createWorkerPool, type WorkerPool, WorkerProblem } from '../../values/worker-pool.ts';
import { createCleanedTexts } from './cleaned-texts.ts';
import { foldedText } from './folded-text.ts';
import type { Showing } from './safe-html.ts';
import type { Cleaned, CleaningWork } from './safe-html-thread.ts';

export interface ShownMail {
  /** The body of a page that shows the mail. */
  body: ServedText;
  /** The number of items on other servers that it would load, and that were left out. */
  blocked: number;
  /** Whether its text is shown because its HTML cannot be. */
  isInstead?: true;
}

export interface HtmlCleaner {
  /** `plain` is the text version of the mail. */
  clean(user: number, html: string | null, plain: string | null, showing: Showing): Promise<ShownMail>;
  /** The sanitized HTML; null if that takes too long. */
  sanitize(user: number, html: string, showing: Showing): Promise<string | null>;
  /** The visible text with its lines, about `max` characters of it; null if that takes too long. */
  lines(user: number, html: string, max: number): Promise<string | null>;
  close(): Promise<void>;
}

export function createHtmlCleaner({ time = limits.htmlCleaning, pool = startPool(time) } = {}): HtmlCleaner {
  const slots = createSlots({ most: limits.htmlThreads, each: 1 });
  const cleaned = createCleanedTexts<ShownMail>();
  const work = async (user: number, task: CleaningWork): Promise<ShownMail | null> => {
    try {
      const { text, blocked } = await slots.run(user, () => pool.ask<Cleaned>(task));
      return { body: joinTexts([typeof text === 'string' ? text : Buffer.from(text.buffer)]), blocked };
    } catch (error) {
      if (error instanceof WorkerProblem && error.reason === 'closed') throw error;
      return null;
    }
  };
  const ask = (user: number, task: CleaningWork) => cleaned.of(user, task, () => work(user, task));
  const show = async (user: number, plain: string, fold = false): Promise<ShownMail> => {
    if (plain.length <= (fold ? FOLDED_HERE : limits.largeText)) return page(plain, fold);
    const beginning = plain.slice(0, limits.largeText);
    const rest = beginning === plain ? '' : '\n\n[The rest cannot be shown.]';
    return (await ask(user, { plain, fold })) ?? page(beginning + rest, false);
  };
  const visibleText = async (user: number, html: string): Promise<ShownMail> => {
    const text = await ask(user, { html, showing: null });
    return page(text === null ? CANNOT_BE_SHOWN : String(text.body), false);
  };
  return {
    async clean(user, html, plain, showing) {
      if (html === null) return show(user, plain ?? '', showing.fold);
      const safe = await ask(user, { html, showing });
      if (safe !== null) return safe;
      const instead = plain !== null ? show(user, plain, showing.fold) : visibleText(user, html);
      return { ...(await instead), isInstead: true };
    },
    sanitize: async (user, html, showing) => textOf(await ask(user, { html, showing })),
    lines: async (user, html, max) => textOf(await ask(user, { lines: html, max })),
    close: () => pool.close(),
  };
}

function startPool(time: number): WorkerPool {
  return createWorkerPool({
    file: new URL('./safe-html-thread.ts', import.meta.url),
    max: limits.htmlThreads,
    time,
    idle: limits.threadIdle,
    memory: limits.threadMemory,
  });
}

const CANNOT_BE_SHOWN = 'This mail cannot be shown: making its HTML safe took too long. Its source can be downloaded.';
const FOLDED_HERE = 10_000; // characters, which take some milliseconds, and hostile ones twenty

function page(plain: string, fold: boolean): ShownMail {
  return { body: fold ? foldedText(plain) : textPage(plain), blocked: 0 };
}

function textOf(shown: ShownMail | null): string | null {
  return shown === null ? null : String(shown.body);
}
