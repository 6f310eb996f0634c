// How the mails of the demo are written down: threads of what came and what was sent, with days counted back from today.
import type { Story } from '../story.ts';

/** Text that is always the same, or that speaks of days. */
export type Text = string | ((story: Story) => string);

export interface Mail {
  daysAgo: number;
  time: string;
  /** Who wrote it; null: I did. */
  from: string | null;
  text: Text | null;
  more: More;
}

export interface More {
  /** Whom it goes to, when not the others of the thread (or me). */
  to?: string[];
  cc?: string[];
  html?: Text;
  /** Names of what is attached; files/contents.ts makes the contents. */
  files?: string[];
  starred?: true;
  unread?: true;
  labels?: string[];
  /** Days from today and time of day at which it comes back. */
  snoozed?: [days: number, time: string];
  folder?: string;
  deleted?: true;
}

export interface Thread {
  subject: Text;
  /** Whom my mails go to. */
  others: string[];
  mails: Mail[];
  labels: string[];
  /** From and to the address at work, and never at a weekend. */
  work: boolean;
  /** AW: instead of Re: */
  german: boolean;
  /** An answer that is not sent yet. */
  draft: Text | null;
}

type Options = Partial<Pick<Thread, 'labels' | 'work' | 'german' | 'draft'>>;

export function thread(subject: Text, others: string[], options: Options, mails: Mail[]): Thread {
  return { subject, others, mails, labels: [], work: false, german: false, draft: null, ...options };
}

export function got(daysAgo: number, time: string, from: string, text: Text | null, more: More = {}): Mail {
  return { daysAgo, time, from, text, more };
}

export function sent(daysAgo: number, time: string, text: Text, more: More = {}): Mail {
  return { daysAgo, time, from: null, text, more };
}

export function write(text: Text, story: Story): string {
  return typeof text === 'string' ? text : text(story);
}
