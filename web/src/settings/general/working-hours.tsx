// Working hours: days and a span of time. Hours that differ between days are edited as the text that the API has.
import { useState } from 'react';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { useWords } from '../../words/words.ts';
import styles from './general.module.css';
import { type Hours, readHours, USUAL_HOURS, writeHours } from './hours-text.ts';
import { weekdayName } from './weekdays.ts';

interface WorkingHoursProps {
  text: string | null;
  isDisabled: boolean;
  onText: (text: string | null) => void;
}

export function WorkingHours({ text, isDisabled, onText }: WorkingHoursProps) {
  const { time } = useWords().settings;
  const hours = text === null ? null : readHours(text);
  return (
    <div className={styles.hours}>
      <Switch
        label={time.workingHours}
        hint={time.workingHoursHint}
        disabled={isDisabled}
        checked={text !== null}
        onChecked={(checked) => onText(checked ? writeHours(USUAL_HOURS) : null)}
      />
      {hours && <SimpleHours hours={hours} isDisabled={isDisabled} onHours={(next) => onText(writeHours(next))} />}
      {text !== null && !hours && <HoursAsText key={text} {...{ text, isDisabled, onText }} />}
    </div>
  );
}

type Times = Pick<Hours, 'from' | 'to'>;

function SimpleHours({
  hours,
  isDisabled,
  onHours,
}: {
  hours: Hours;
  isDisabled: boolean;
  onHours(next: Hours): void;
}) {
  const { time } = useWords().settings;
  const [typed, setTyped] = useState<Times | null>(null);
  const { from, to } = typed ?? hours;
  const isWrong = from >= to;
  // Times are saved when the field is left: while one is typed it has values that nobody means.
  const saveTimes = () => {
    if (!typed || isWrong || !from || !to) return;
    setTyped(null);
    if (from !== hours.from || to !== hours.to) onHours({ ...hours, from, to });
  };
  const toggle = (day: number, isOn: boolean) => {
    const days = isOn ? [...hours.days, day].sort() : hours.days.filter((one) => one !== day);
    if (days.length > 0) onHours({ ...hours, days });
  };
  return (
    <>
      <div>
        <div className={styles.times}>
          <Field label={time.from}>
            <TextInput
              type="time"
              disabled={isDisabled}
              value={from}
              onValue={(value) => setTyped({ from: value, to })}
              onBlur={saveTimes}
            />
          </Field>
          <Field label={time.to}>
            <TextInput
              type="time"
              disabled={isDisabled}
              value={to}
              onValue={(value) => setTyped({ from, to: value })}
              onBlur={saveTimes}
            />
          </Field>
        </div>
        {isWrong && (
          <p role="alert" className={styles.problem}>
            {time.hoursOrder}
          </p>
        )}
      </div>
      <fieldset>
        <legend className="visually-hidden">{time.days}</legend>
        <div className={styles.days}>
          {[0, 1, 2, 3, 4, 5, 6].map((day) => (
            <Checkbox
              key={day}
              label={weekdayName(day, 'short')}
              disabled={isDisabled}
              checked={hours.days.includes(day)}
              onChecked={(checked) => toggle(day, checked)}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

function HoursAsText({ text, isDisabled, onText }: WorkingHoursProps & { text: string }) {
  const { time } = useWords().settings;
  const [typed, setTyped] = useState(text);
  return (
    <Field label={time.hoursText}>
      <TextInput
        disabled={isDisabled}
        value={typed}
        onValue={setTyped}
        onBlur={() => typed.trim() !== text && onText(typed.trim() || null)}
      />
    </Field>
  );
}
