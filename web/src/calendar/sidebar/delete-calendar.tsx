// Deletes a calendar: its events go to the trash, or to another calendar.
import { useState } from 'react';
import { mutate } from '../../data/changes/mutations.ts';
import type { Calendar } from '../../data/types.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RadioGroup } from '../../ui/controls/radio-group.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/words.ts';
import styles from '../editor/event-editor.module.css';
import { calendarTitle, DEFAULT_CALENDAR, useCalendars } from './calendars.ts';

export function DeleteCalendar({ calendar: given, onClose }: { calendar: Calendar; onClose: () => void }) {
  const { calendar, common } = useWords();
  const others = useCalendars().filter(({ name, is_read_only }) => name !== given.name && !is_read_only);
  const [events, setEvents] = useState<'move' | 'trash'>('move');
  const [to, setTo] = useState(DEFAULT_CALENDAR);
  const [error, setError] = useState<string>();
  const remove = async () => {
    const path = `/calendars/${encodeURIComponent(given.name)}`;
    try {
      await mutate([{ method: 'DELETE', path, query: events === 'move' ? { events, to } : { events } }]);
      showToast({ text: calendar.calendarDeleted(calendarTitle(given.name)) });
      onClose();
    } catch (problem) {
      setError(reasonOf(problem));
    }
  };
  return (
    <Dialog
      open
      size="small"
      title={calendar.deleteCalendar(calendarTitle(given.name))}
      onClose={onClose}
      onSubmit={() => void remove()}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="danger">
            {common.delete}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {given.total > 0 && (
          <RadioGroup
            label={calendar.eventsOfCalendar(given.total)}
            value={events}
            onChange={setEvents}
            options={[
              { value: 'move', label: calendar.moveEvents },
              { value: 'trash', label: calendar.trashEvents },
            ]}
          />
        )}
        {given.total > 0 && events === 'move' && (
          <Select
            aria-label={calendar.moveEvents}
            value={to}
            options={others.map(({ name }) => ({ value: name, label: calendarTitle(name) }))}
            onValue={setTo}
          />
        )}
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}
