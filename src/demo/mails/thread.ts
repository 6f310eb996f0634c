// The format of the demo mails: conversations of received and sent mails, with days counted back from today.
import type { Story } from '../story.ts';

/** Text that is constant, or that mentions days. */
export type Text = string | ((story: Story) => string);

export interface Mail {
  daysAgo: number;
  time: string;
  /** The sender; null for the user. */
  from: string | null;
  text: Text | null;
  more: More;
}

export interface More {
  /** The recipients, if they are not the other participants. */
  to?: string[];
  cc?: string[];
  html?: Text;
  /** Names of the attachments; files/contents.ts generates their contents. */
  files?: string[];
  starred?: true;
  unread?: true;
  labels?: string[];
  /** Days from today and time of day when it returns to the inbox. */
  snoozed?: [days: number, time: string];
  folder?: string;
  deleted?: true;
}

export interface Thread {
  subject: Text;
  /** The recipients of the user's mails. */
  others: string[];
  mails: Mail[];
  labels: string[];
  /** Uses the work address, and never weekends. */
  work: boolean;
  /** AW: instead of Re: */
  german: boolean;
  /** A reply that is not sent yet. */
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
