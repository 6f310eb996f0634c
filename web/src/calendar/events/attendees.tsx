// The people of an event with their answers.
import type { CalendarEvent } from '../../data/types.ts';
import { Check, Close, Help } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { answerOf } from './attendee-answer.ts';
import styles from './attendees.module.css';

const ICONS = { accepted: Check, declined: Close, tentative: Help, pending: null } as const;

export function Attendees({ event }: { event: CalendarEvent }) {
  const { calendar } = useWords();
  return (
    <ul className={styles.list}>
      {event.attendees.map((attendee) => {
        const { email, name, status } = attendee;
        const Icon = ICONS[status];
        return (
          <li key={email} className={styles.attendee} data-status={status}>
            <span className={styles.name} title={email}>
              {name || email}
            </span>
            {Icon && <Icon aria-hidden />}
            <span className={Icon ? 'visually-hidden' : styles.pending}>
              {calendar.answers[answerOf(event, attendee)]}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
