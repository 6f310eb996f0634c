// When an event begins and ends. Times can be typed as people write them; the end follows the start.
import { useState } from 'react';
import { usePreferences } from '../../data/storage/preferences.ts';
import type { CalendarEvent } from '../../data/types.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Combobox } from '../../ui/controls/combobox.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { timeOfDay, timeZone } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { whenText } from '../events/event-text.ts';
import { moveTimes, stepBetween, timeValues } from '../events/event-times.ts';
import { draftTimes, timesOfDraft } from './draft-times.ts';
import { type EventDraft, problemOf } from './event-draft.ts';
import styles from './event-editor.module.css';
import { parseTime } from './time-input.ts';

export interface TimesFieldProps {
  draft: EventDraft;
  onChange: (changes: Partial<EventDraft>) => void;
  error: string | undefined;
}

export function TimesField({ draft, onChange, error }: TimesFieldProps) {
  const { calendar } = useWords();
  const problem = problemOf(draft);
  const shown = error ?? (problem && calendar.problems[problem]);
  /** The event keeps its length. */
  const moveStart = (changes: Partial<EventDraft>) => {
    const next = { ...draft, ...changes };
    if (!next.startDate || problem) return onChange(changes);
    const before = timesOfDraft(draft);
    const step = stepBetween(before, timesOfDraft(next), draft.zone);
    const { endDate, endMinutes } = draftTimes(moveTimes(before, step, draft.zone), draft.zone);
    onChange({ ...changes, endDate, ...(!draft.allDay && { endMinutes }) });
  };
  return (
    <fieldset className={styles.times}>
      <legend className="visually-hidden">{calendar.when}</legend>
      <Checkbox checked={draft.allDay} onChecked={(allDay) => onChange({ allDay })} label={calendar.allDay} />
      <div className={styles.span}>
        <Field label={calendar.starts} error={shown}>
          <TextInput type="date" value={draft.startDate} onValue={(startDate) => moveStart({ startDate })} />
        </Field>
        {!draft.allDay && (
          <TimeField
            label={calendar.startTime}
            value={draft.startMinutes}
            onChange={(startMinutes) => moveStart({ startMinutes })}
          />
        )}
        <Field label={calendar.ends}>
          <TextInput
            type="date"
            min={draft.startDate}
            value={draft.endDate}
            onValue={(endDate) => onChange({ endDate })}
          />
        </Field>
        {!draft.allDay && (
          <TimeField
            label={calendar.endTime}
            value={draft.endMinutes}
            onChange={(endMinutes) => onChange({ endMinutes })}
          />
        )}
      </div>
      {!draft.allDay && <ZoneField draft={draft} onChange={onChange} />}
    </fieldset>
  );
}

/** A time of day. It is understood when the field is left; what cannot be understood is replaced by the time before. */
function TimeField({ label, value, onChange }: { label: string; value: number; onChange: (minutes: number) => void }) {
  const { calendar } = useWords();
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    const found = typed === null ? undefined : parseTime(typed, calendar);
    setTyped(null);
    if (found !== undefined) onChange(found);
  };
  return (
    <Field label={label}>
      <TextInput
        className={styles.time}
        autoComplete="off"
        value={typed ?? timeOfDay(value)}
        onValue={setTyped}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          const step = { ArrowUp: 15, ArrowDown: -15 }[event.key];
          if (event.key === 'Enter') commit();
          if (!step) return;
          event.preventDefault();
          setTyped(null);
          onChange((value + step + 1440) % 1440);
        }}
      />
    </Field>
  );
}

/** The zone of the event, and when that is in ours and in the second one. */
function ZoneField({ draft, onChange }: Omit<TimesFieldProps, 'error'>) {
  const { calendar } = useWords();
  const [text, setText] = useState<string | null>(null);
  const { secondZone: second } = usePreferences();
  const zones = [...new Set([timeZone(), ...(second ? [second] : [])])].filter((zone) => zone !== draft.zone);
  const event = problemOf(draft) ? undefined : (timeValues(timesOfDraft(draft)) as CalendarEvent);
  return (
    <Field
      label={calendar.timeZone}
      hint={
        event && zones.length > 0 ? zones.map((zone) => `${zone}: ${whenText(event, zone)}`).join(' · ') : undefined
      }
    >
      <Combobox
        text={text ?? draft.zone}
        onText={setText}
        options={matchingZones(text ?? '')}
        onBlur={() => setText(null)}
        onPick={({ value }) => {
          setText(null);
          onChange({ zone: value });
        }}
      />
    </Field>
  );
}

const MOST_ZONES = 30;

export function matchingZones(text: string): { value: string; label: string }[] {
  const wanted = text.trim().toLowerCase().replaceAll(' ', '_');
  return [...Intl.supportedValuesOf('timeZone'), 'UTC']
    .filter((zone) => zone.toLowerCase().includes(wanted))
    .slice(0, MOST_ZONES)
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
