// The reminders of an event: each with its time before the start, added and removed one by one.
import { preferences, setPreferences } from '../../data/storage/preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Add, Close } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { reminderText } from '../events/reminder-text.ts';
import { useCalendars } from '../sidebar/calendars.ts';
import type { EventDraft } from './event-draft.ts';
import styles from './event-editor.module.css';

export interface RemindersFieldProps {
  draft: EventDraft;
  onChange: (changes: Partial<EventDraft>) => void;
  error: string | undefined;
}

const TIMED = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10080];
/** Before midnight of the first day: 9:00 on the day itself is not possible, so the evening before comes first. */
const ALL_DAY = [360, 900, 1440 + 360, 1440 + 900, 7 * 1440 + 900];
const FIRST = { timed: 10, allDay: 360 };

export function RemindersField({ draft, onChange, error }: RemindersFieldProps) {
  const { calendar } = useWords();
  const defaults = useCalendars().find(({ name }) => name === draft.calendar)?.default_reminders ?? [];
  const reminders = draft.reminders ?? defaults;
  const set = (index: number, minutes: number | null) =>
    onChange({
      reminders: reminders.flatMap((one, at) =>
        at !== index ? [one] : minutes === null ? [] : [{ ...one, minutes_before: minutes }],
      ),
    });
  const add = () => {
    const usual = draft.allDay ? FIRST.allDay : FIRST.timed;
    onChange({ reminders: [...reminders, { type: 'notification', minutes_before: usual }] });
    void askForNotifications();
  };
  const usual = draft.allDay ? ALL_DAY : TIMED;
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{calendar.reminders}</legend>
      {reminders.map(({ minutes_before: minutes }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: reminders have no other name, and equal ones are allowed.
        <div key={index} className={styles.line}>
          <Select
            aria-label={calendar.reminder(index + 1)}
            value={String(minutes)}
            options={[...new Set([...usual, minutes])]
              .sort((one, other) => one - other)
              .map((value) => ({ value: String(value), label: reminderText(value, draft.allDay) }))}
            onValue={(value) => set(index, Number(value))}
          />
          <IconButton label={calendar.removeReminder(index + 1)} icon={<Close />} onClick={() => set(index, null)} />
        </div>
      ))}
      <Button size="small" variant="quiet" icon={<Add />} onClick={add}>
        {calendar.addReminder}
      </Button>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A reminder is the moment in which the permission makes sense. It is asked for once. */
async function askForNotifications(): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'default') return;
  const answer = await Notification.requestPermission();
  if (answer === 'granted' && !preferences.get().notifications) setPreferences({ notifications: true });
}
