// The pickers of the screen Mail: snooze, label and move.

import { useWords } from '../words/words.ts';
import { LabelPicker } from './label-picker.tsx';
import { snooze } from './mail-operations.ts';
import { MovePicker } from './move-picker.tsx';
import { closePicker, usePicker } from './picker-store.ts';
import { TimePicker } from './time-picker.tsx';

export function MailPickers() {
  const picker = usePicker();
  const { mail } = useWords();
  if (!picker) return null;
  const { kind, target } = picker;
  if (kind === 'label') return <LabelPicker target={target} onClose={closePicker} />;
  if (kind === 'move') return <MovePicker target={target} onClose={closePicker} />;
  const pick = (time: Date) => {
    closePicker();
    snooze(target, time);
  };
  return <TimePicker title={mail.pickers.snooze} onPick={pick} onClose={closePicker} />;
}
