// A new calendar, or the name and colour of one that exists.
import { useState } from 'react';
import { mutate } from '../../data/changes/mutations.ts';
import type { Calendar } from '../../data/types.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ColorPicker } from '../../ui/controls/color-picker.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { colorOfHue, type Hue } from '../../ui/hues.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/words.ts';
import styles from '../editor/event-editor.module.css';
import { BIRTHDAYS, calendarTitle, DEFAULT_CALENDAR, hueOfCalendar, updateCalendar } from './calendars.ts';

export function CalendarDialog({ calendar: given, onClose }: { calendar?: Calendar; onClose: () => void }) {
  const { calendar, common } = useWords();
  const isNameFixed = given !== undefined && (given.name === DEFAULT_CALENDAR || given.name === BIRTHDAYS);
  const [name, setName] = useState(given ? calendarTitle(given.name) : '');
  const [hue, setHue] = useState<Hue>(given ? hueOfCalendar(given) : 'green');
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    if (!name.trim()) return setError(calendar.nameMissing);
    setSaving(true);
    try {
      const values = { color: colorOfHue(hue), ...(!isNameFixed && { name: name.trim() }) };
      if (given) await updateCalendar(given.name, changed(values, given));
      else await mutate([{ method: 'POST', path: '/calendars', body: values }]);
      onClose();
    } catch (problem) {
      setError(reasonOf(problem));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      size="small"
      title={given ? calendar.editCalendar : calendar.newCalendar}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={isSaving}>
            {common.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label={calendar.calendarName} error={error}>
          <TextInput data-autofocus value={name} onValue={setName} readOnly={isNameFixed} />
        </Field>
        <ColorPicker label={calendar.color} value={hue} onChange={setHue} />
      </div>
    </Dialog>
  );
}

/** Only what differs: a calendar of another client keeps its exact colour unless another one is chosen. */
function changed(values: { name?: string; color: string }, given: Calendar): Partial<Calendar> {
  return {
    ...(values.name !== undefined && values.name !== given.name && { name: values.name }),
    ...(values.color !== colorOfHue(hueOfCalendar(given)) && { color: values.color }),
  };
}
