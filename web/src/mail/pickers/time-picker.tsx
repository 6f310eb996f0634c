// Chooses a time to come back to something: one of a few that are usual, or one that is typed.
import { useState } from 'react';
import { Schedule, Snooze } from '../../ui/icons.ts';
import { formatDayTime, isMonthFirst, timeZone } from '../../words/format.ts';
import { language, useWords } from '../../words/words.ts';
import { parseTime } from '../times/typed-time.ts';
import { PickList, type PickOption } from './pick-list.tsx';
import { presetsOf } from './snooze-presets.ts';

export interface TimePickerProps {
  title: string;
  onPick: (time: Date) => void;
  onClose: () => void;
}

interface TimeOption extends PickOption {
  time: Date;
}

export function TimePicker({ title, onPick, onClose }: TimePickerProps) {
  const { mail } = useWords();
  const [text, setText] = useState('');
  const [now] = useState(() => new Date());
  const zone = timeZone();
  const typed = parseTime(text, now, zone, isMonthFirst());
  const presets: TimeOption[] = presetsOf(now, zone)
    .map(({ name, time }) => ({
      value: name,
      label: mail.presets[name],
      detail: formatDayTime(time),
      icon: <Snooze />,
      time,
    }))
    .filter(({ label }) => fits(label, text));
  const own: TimeOption[] =
    typed instanceof Date
      ? [
          {
            value: 'typed',
            label: mail.presets.typed,
            detail: formatDayTime(typed),
            icon: <Schedule />,
            time: typed,
          },
        ]
      : [];
  return (
    <PickList
      title={title}
      placeholder={mail.pickers.snoozeHint}
      text={text}
      onText={setText}
      options={[...own, ...presets]}
      message={typed === 'past' ? mail.pickers.past : typed || presets.length > 0 ? '' : mail.pickers.notUnderstood}
      onPick={({ time }) => onPick(time)}
      onClose={onClose}
    />
  );
}

function fits(label: string, text: string): boolean {
  return label.toLocaleLowerCase(language()).includes(text.trim().toLocaleLowerCase(language()));
}
