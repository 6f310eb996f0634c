// The form of an event: new or existing. A change of another client while it is open is shown, and nothing that was typed
// is lost.
import { useRef, useState } from 'react';
import { confirmDiscard } from '../../shell/confirm-discard.ts';
import { useUnloadGuard } from '../../shell/use-unload-guard.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { ColorPicker } from '../../ui/controls/color-picker.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { Textarea } from '../../ui/controls/textarea.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/words.ts';
import { followDate } from '../events/recurrence.ts';
import { calendarTitle, hueOfCalendar, useCalendars } from '../sidebar/calendars.ts';
import { AttendeesField } from './attendees-field.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { closeEditor, type EditorRequest, useEditorRequest } from './editor-store.ts';
import type { EventDraft } from './event-draft.ts';
import styles from './event-editor.module.css';
import { errorsOf, type FieldErrors } from './event-errors.ts';
import { FreeTime } from './free-time.tsx';
import { RecurrenceField } from './recurrence-field.tsx';
import { RemindersField } from './reminders-field.tsx';
import { TimesField } from './times-field.tsx';
import { useLookups } from './use-lookups.ts';
import { type Base, useBase, useSave } from './use-save.ts';

export function EventEditor() {
  const request = useEditorRequest();
  const base = useBase(request);
  // The form begins when the current record is there, so that it is compared with what the person has seen.
  if (!request || !base) return null;
  return <Form key={base.key} request={request} base={base} />;
}

function Form({ request, base }: { request: EditorRequest; base: Base }) {
  const { calendar, common } = useWords();
  const [draft, setDraft] = useState<EventDraft>(base.draft);
  const [errors, setErrors] = useState<FieldErrors>({});
  const { save, isSaving, conflict, resolve } = useSave(base, draft, (error) => setErrors(errorsOf(error)));
  const set = (changes: Partial<EventDraft>) =>
    setDraft((current) => {
      const { startDate, recurrence } = current;
      const follows = changes.startDate && !current.isCustomRule;
      return {
        ...current,
        ...(follows && { recurrence: followDate(recurrence, startDate, changes.startDate ?? '') }),
        ...changes,
      };
    });
  const typedPerson = useRef('');
  // The event is not saved without a person who is typed and not in the list: the field says what is wrong.
  const lookups = useLookups((isForced) => void (typedPerson.current === '' && save(isForced)));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(base.draft);
  const isDirty = request.isUnsaved === true || isChanged || lookups.isRunning;
  useUnloadGuard(isDirty);
  const close = async () => {
    if (!isDirty || (await confirmDiscard())) closeEditor();
  };
  return (
    <Dialog
      open
      size="large"
      fullScreenOnPhone
      title={request.event ? calendar.editEvent : calendar.newEvent}
      onClose={() => void close()}
      onSubmit={() => lookups.save()}
      footer={
        <>
          <Button onClick={() => void close()}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={isSaving || lookups.isWaiting}>
            {common.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {conflict && (
          <ConflictNotice {...conflict} onTake={() => setDraft(resolve())} onKeep={() => lookups.save(true)} />
        )}
        {errors.other && (
          <p className={styles.error} role="alert">
            {errors.other}
          </p>
        )}
        <Field label={calendar.eventTitle} hideLabel error={errors.title}>
          <TextInput
            data-autofocus
            className={styles.title}
            placeholder={calendar.eventTitle}
            value={draft.title}
            onValue={(title) => set({ title })}
          />
        </Field>
        <TimesField draft={draft} onChange={set} error={errors.times} />
        <RecurrenceField draft={draft} onChange={set} error={errors.recurrence} />
        <AttendeesField
          value={draft.attendees}
          event={request.event}
          onChange={(change) => setDraft((current) => ({ ...current, attendees: change(current.attendees) }))}
          onTyping={(text) => {
            typedPerson.current = text.trim();
          }}
          onLookup={lookups.add}
          error={errors.attendees}
        />
        <FreeTime draft={draft} onPick={set} />
        <Field label={calendar.location} error={errors.location}>
          <TextInput value={draft.location} onValue={(location) => set({ location })} />
        </Field>
        <Field label={calendar.description} error={errors.description}>
          <Textarea rows={3} value={draft.description} onValue={(description) => set({ description })} />
        </Field>
        <RemindersField draft={draft} onChange={set} error={errors.reminders} />
        <CalendarFields draft={draft} onChange={set} error={errors.calendar} />
      </div>
    </Dialog>
  );
}

interface PartProps {
  draft: EventDraft;
  onChange: (changes: Partial<EventDraft>) => void;
  error: string | undefined;
}

function CalendarFields({ draft, onChange, error }: PartProps) {
  const { calendar } = useWords();
  const calendars = useCalendars().filter((one) => !one.is_read_only || one.name === draft.calendar);
  const current = calendars.find(({ name }) => name === draft.calendar) ?? { name: draft.calendar, color: null };
  const options = calendars.map(({ name }) => ({ value: name, label: calendarTitle(name) }));
  if (!options.some(({ value }) => value === draft.calendar))
    options.push({ value: draft.calendar, label: calendarTitle(draft.calendar) });
  const hue = hueOfCalendar(current);
  return (
    <>
      <Field label={calendar.calendarLabel} error={error}>
        <Select value={draft.calendar} options={options} onValue={(name) => onChange({ calendar: name })} />
      </Field>
      <ColorPicker
        label={calendar.color}
        value={draft.hue ?? hue}
        onChange={(next) => onChange({ hue: next === hue ? undefined : next })}
      />
      <Checkbox
        checked={!draft.isTransparent}
        onChecked={(isBusy) => onChange({ isTransparent: !isBusy })}
        label={calendar.takesTime}
      />
    </>
  );
}
