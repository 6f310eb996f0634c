// Says what another client has changed while the form was open, and lets the person choose.
import type { CalendarEvent } from '../../data/types.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Warning } from '../../ui/icons.ts';
import { timeZone } from '../../words/format.ts';
import { useWords, type Words } from '../../words/words.ts';
import { whenText } from '../events/event-text.ts';
import { daysOf } from '../events/event-times.ts';
import { describeRule } from '../events/rule-text.ts';
import { calendarTitle } from '../sidebar/calendars.ts';
import styles from './event-editor.module.css';

export interface ConflictNoticeProps {
  before: CalendarEvent;
  now: CalendarEvent;
  /** Replaces the form by the current record. */
  onTake: () => void;
  /** Saves the form on top of it. */
  onKeep: () => void;
}

export function ConflictNotice({ before, now, onTake, onKeep }: ConflictNoticeProps) {
  const words = useWords();
  const { calendar } = words;
  return (
    <Banner
      tone="warning"
      live
      icon={<Warning />}
      actions={
        <>
          <Button size="small" onClick={onTake}>
            {calendar.takeTheirs}
          </Button>
          <Button size="small" variant="primary" onClick={onKeep}>
            {calendar.keepMine}
          </Button>
        </>
      }
    >
      <p>{calendar.conflict}</p>
      <ul className={styles.differences}>
        {differences(before, now, words).map(({ name, text }) => (
          <li key={name}>
            {name}: {text}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** What is different, field by field, as it is now. */
function differences(before: CalendarEvent, now: CalendarEvent, { calendar }: Words): { name: string; text: string }[] {
  const texts: readonly (readonly [string, (event: CalendarEvent) => string])[] = [
    [calendar.eventTitle, (event) => event.title],
    [calendar.when, (event) => whenText(event)],
    [calendar.location, (event) => event.location ?? ''],
    [calendar.description, (event) => event.description ?? ''],
    [calendar.repeatsLabel, repetition],
    [calendar.calendarLabel, (event) => calendarTitle(event.calendar_name)],
    [calendar.attendees, (event) => event.attendees.map(({ name, email }) => name ?? email).join(', ')],
    [calendar.reminders, (event) => event.reminders.map((one) => one.minutes_before).join(', ')],
  ];
  const found = texts
    .filter(([, text]) => text(before) !== text(now))
    .map(([name, text]) => ({ name, text: text(now) || calendar.nothing }));
  return found.length > 0 ? found : [{ name: calendar.series, text: calendar.otherOccurrence }];
}

function repetition(event: CalendarEvent): string {
  const zone = event.timezone ?? timeZone();
  return event.recurrence ? describeRule(event.recurrence, { date: daysOf(event, zone).first, zone }) : '';
}
