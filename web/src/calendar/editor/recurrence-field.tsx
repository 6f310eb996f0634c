// How an event repeats: the usual choices for its date in words, or a rule of its own.
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { useWords } from '../../words/words.ts';
import { WEEKDAYS } from '../calendar-days.ts';
import {
  type Frequency,
  isEditable,
  lastDayOf,
  nthWeekdayOf,
  PRESETS,
  presetOf,
  presetRule,
  type Rule,
  type SeriesStart,
  type Weekday,
  weekdayOf,
} from '../events/recurrence.ts';
import { describeRule, nameOfWeekday } from '../events/rule-text.ts';
import type { EventDraft } from './event-draft.ts';
import styles from './event-editor.module.css';

export interface RecurrenceFieldProps {
  draft: EventDraft;
  onChange: (changes: Partial<EventDraft>) => void;
  error: string | undefined;
}

type Choice = (typeof PRESETS)[number] | 'custom';

export function RecurrenceField({ draft, onChange, error }: RecurrenceFieldProps) {
  const { calendar } = useWords();
  const { recurrence, startDate, zone } = draft;
  const start = { date: startDate, zone };
  const choice: Choice = draft.isCustomRule ? 'custom' : (presetOf(recurrence, startDate) ?? 'custom');
  const choose = (next: Choice) => {
    if (next === 'custom')
      return onChange({ isCustomRule: true, recurrence: recurrence ?? presetRule('weekly', startDate) });
    const rule = presetRule(next, startDate);
    const { count, until, exdates, rdates } = recurrence ?? {};
    const kept = Object.fromEntries(Object.entries({ count, until, exdates, rdates }).filter(([, value]) => value));
    onChange({ isCustomRule: false, recurrence: rule && { ...rule, ...kept } });
  };
  const options = PRESETS.map((preset) => {
    const rule = presetRule(preset, startDate);
    return { value: preset as Choice, label: rule ? describeRule(rule, start) : calendar.recurrence.never };
  });
  return (
    <div className={styles.recurrence}>
      <Field
        label={calendar.repeatsLabel}
        error={error}
        hint={recurrence && choice === 'custom' ? describeRule(recurrence, start) : undefined}
      >
        <Select<Choice>
          value={choice}
          options={[...options, { value: 'custom', label: calendar.recurrence.customChoice }]}
          onValue={choose}
        />
      </Field>
      {recurrence && choice === 'custom' && isEditable(recurrence) && (
        <CustomRule rule={recurrence} start={start} onChange={(rule) => onChange({ recurrence: rule })} />
      )}
      {recurrence && <EndField rule={recurrence} start={start} onChange={(rule) => onChange({ recurrence: rule })} />}
    </div>
  );
}

interface RuleProps {
  rule: Rule;
  start: SeriesStart;
  onChange: (rule: Rule) => void;
}

function CustomRule({ rule, start, onChange }: RuleProps) {
  const { date } = start;
  const { calendar } = useWords();
  const { recurrence } = calendar;
  const { byday: _byday, bymonthday: _bymonthday, ...rest } = rule;
  const freq = rule.freq as Frequency;
  const setFrequency = (next: Frequency) =>
    onChange({ ...rest, freq: next, ...(next === 'weekly' && { byday: [weekdayOf(date)] }) });
  return (
    <div className={styles.custom}>
      <Field label={recurrence.interval}>
        <TextInput
          type="number"
          min={1}
          max={999}
          value={rule.interval ?? 1}
          onValue={(value) => onChange({ ...rule, interval: Math.min(999, Math.max(1, Number(value) || 1)) })}
        />
      </Field>
      <Field label={recurrence.unit}>
        <Select<Frequency>
          value={freq}
          options={(['daily', 'weekly', 'monthly', 'yearly'] as const).map((value) => ({
            value,
            label: recurrence.units[value],
          }))}
          onValue={setFrequency}
        />
      </Field>
      {freq === 'weekly' && (
        <WeekdaysField days={rule.byday ?? [weekdayOf(date)]} onChange={(byday) => onChange({ ...rule, byday })} />
      )}
      {freq === 'monthly' && (
        <Field label={recurrence.monthlyOn}>
          <Select
            value={rule.byday ? 'weekday' : 'date'}
            options={(['date', 'weekday'] as const).map((value) => ({
              value,
              label: describeRule(
                presetRule(value === 'date' ? 'monthlyByDate' : 'monthlyByWeekday', date) as Rule,
                start,
              ),
            }))}
            onValue={(value) =>
              onChange(
                value === 'date'
                  ? { ...rest, bymonthday: [Number(date.slice(8))] }
                  : { ...rest, byday: [nthWeekdayOf(date)] },
              )
            }
          />
        </Field>
      )}
    </div>
  );
}

function WeekdaysField({ days, onChange }: { days: readonly string[]; onChange: (days: string[]) => void }) {
  const { calendar } = useWords();
  const toggle = (day: Weekday) => {
    const next = WEEKDAYS.filter((one) => (one === day ? !days.includes(day) : days.includes(one)));
    if (next.length > 0) onChange(next);
  };
  return (
    <fieldset className={styles.weekdays}>
      <legend className="visually-hidden">{calendar.recurrence.weekdays}</legend>
      {WEEKDAYS.map((day) => (
        <button
          key={day}
          type="button"
          className={styles.weekday}
          aria-pressed={days.includes(day)}
          onClick={() => toggle(day)}
        >
          <span className="visually-hidden">{nameOfWeekday(day)}</span>
          <span aria-hidden>{nameOfWeekday(day, 'short')}</span>
        </button>
      ))}
    </fieldset>
  );
}

function EndField({ rule, start, onChange }: RuleProps) {
  const { recurrence } = useWords().calendar;
  const { count, until, ...rest } = rule;
  const kind = count !== undefined ? 'count' : until !== undefined ? 'until' : 'never';
  return (
    <div className={styles.custom}>
      <Field label={recurrence.ends}>
        <Select
          value={kind}
          options={(['never', 'until', 'count'] as const).map((value) => ({
            value,
            label: recurrence.endChoices[value],
          }))}
          onValue={(value) =>
            onChange({
              ...rest,
              ...(value === 'count' && { count: 10 }),
              ...(value === 'until' && { until: start.date }),
            })
          }
        />
      </Field>
      {kind === 'count' && (
        <Field label={recurrence.count}>
          <TextInput
            type="number"
            min={1}
            value={count}
            onValue={(value) => onChange({ ...rest, count: Math.max(1, Number(value) || 1) })}
          />
        </Field>
      )}
      {kind === 'until' && (
        <Field label={recurrence.lastDay}>
          <TextInput
            type="date"
            min={start.date}
            value={lastDayOf(until ?? '', start.zone)}
            onValue={(value) => value && onChange({ ...rest, until: value })}
          />
        </Field>
      )}
    </div>
  );
}
