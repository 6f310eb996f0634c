// A day of someone's life: day and month, and the year if it is known.
import { useState } from 'react';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { Close } from '../../ui/icons.ts';
import { dateFormat } from '../../words/intl.ts';
import { locale, useWords } from '../../words/words.ts';
import { type DayParts, dayText, partsOf } from './day-of-life.ts';
import styles from './editor.module.css';

interface DayFieldProps {
  label: string;
  /** `1980-05-10`, `--05-10`, or nothing. */
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
}

export function DayField({ label, value, onValue, error }: DayFieldProps) {
  const { editor } = useWords().contacts;
  const [parts, setParts] = useState<DayParts>(() => partsOf(value));
  // Another value than the typed one comes from outside, for example from a change made elsewhere.
  const shown = dayText(parts) === value ? parts : partsOf(value);
  const change = (changes: Partial<DayParts>) => {
    const next = { ...shown, ...changes };
    setParts(next);
    onValue(dayText(next));
  };
  const isEmpty = !shown.day && !shown.month && !shown.year;
  return (
    <fieldset className={styles.dayField}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.dayInputs}>
        <TextInput
          className={styles.day}
          aria-label={`${label}: ${editor.day}`}
          placeholder={editor.day}
          inputMode="numeric"
          maxLength={2}
          value={shown.day}
          onValue={(day) => change({ day: digits(day) })}
        />
        <Select
          className={styles.month}
          aria-label={`${label}: ${editor.month}`}
          value={shown.month}
          onValue={(month) => change({ month })}
          options={[{ value: '', label: editor.month }, ...months()]}
        />
        <TextInput
          className={styles.year}
          aria-label={`${label}: ${editor.year}`}
          placeholder={editor.year}
          inputMode="numeric"
          maxLength={4}
          value={shown.year}
          onValue={(year) => change({ year: digits(year) })}
        />
        {!isEmpty && (
          <IconButton
            size="small"
            label={`${editor.clearDate}: ${label}`}
            icon={<Close />}
            onClick={() => change({ day: '', month: '', year: '' })}
          />
        )}
      </div>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '');
}

function months(): { value: string; label: string }[] {
  const format = dateFormat(locale(), { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1).padStart(2, '0'),
    label: format.format(new Date(Date.UTC(2000, index, 15))),
  }));
}
