// The head of Today: the date, a greeting by the time of the day, and what is left of the day in a few words.
import { formatWeekday, hourOf } from '../words/format.ts';
import type { Words } from '../words/words.ts';
import { type Summary, summaryText } from './summary-text.ts';
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

export function Greeting({ now, name, summary, words: { today }, date }: GreetingProps) {
  return (
    <header className={styles.greeting}>
      <p className={styles.date}>{date ?? formatWeekday(now)}</p>
      <h1 className={styles.hello}>{today[greetingOf(now)](name?.split(' ')[0] ?? '')}</h1>
      <p className={styles.summary} role="status">
        {(summary && summaryText(summary, today)) || '\u00a0'}
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
