// The head of Today: the date, a greeting by the time of the day, and what is left of the day in a few words.
import { formatWeekday, hourOf } from '../words/format.ts';
import type { Words } from '../words/words.ts';
import styles from './today.module.css';

export interface GreetingProps {
  now: Date;
  name: string | null;
  /** null while it is loaded. */
  summary: Summary | null;
  words: Words;
  /** Instead of the date of now. */
  date?: string;
}

interface Summary {
  /** Events that have not begun. */
  left: number;
  isRunning: boolean;
  unread: number;
  /** There is older unread mail, which was not looked at. */
  mayHaveMore: boolean;
}

export function Greeting({ now, name, summary, words: { today }, date }: GreetingProps) {
  const parts = summary && [
    ...(summary.left > 0 ? [today.eventsLeft(summary.left)] : []),
    ...(summary.left === 0 && !summary.isRunning ? [today.noEventsLeft] : []),
    ...(summary.unread > 0 ? [today.unreadFromPeople(summary.unread, summary.mayHaveMore)] : []),
  ];
  return (
    <header className={styles.greeting}>
      <p className={styles.date}>{date ?? formatWeekday(now)}</p>
      <h1 className={styles.hello}>{today[greetingOf(now)](name?.split(' ')[0] ?? '')}</h1>
      <p className={styles.summary} role="status">
        {parts?.join(' · ') || '\u00a0'}
      </p>
    </header>
  );
}

/** The name of the identity that writes by default. */
export function defaultName(identities: readonly { is_default: boolean; name: string | null }[]): string | null {
  return identities.find(({ is_default }) => is_default)?.name ?? null;
}

function greetingOf(now: Date): 'morning' | 'afternoon' | 'evening' {
  const hour = hourOf(now);
  if (hour >= 4 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
