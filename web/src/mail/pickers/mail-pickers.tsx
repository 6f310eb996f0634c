// The pickers of the screen Mail: snooze, label and move.
import { flushSync } from 'react-dom';
import { useWords } from '../../words/words.ts';
import { snooze } from '../changes/mail-operations.ts';
import { LabelPicker } from './label-picker.tsx';
import { MovePicker } from './move-picker.tsx';
import { closePicker, usePicker } from './picker-store.ts';
import { TimePicker } from './time-picker.tsx';

/** At once: the focus returns to the row before the row leaves the list, so that the next row gets it. */
const close = () => flushSync(closePicker);

export function MailPickers() {
  const picker = usePicker();
  const { mail } = useWords();
  if (!picker) return null;
  const { kind, target } = picker;
  if (kind === 'label') return <LabelPicker target={target} onClose={close} />;
  if (kind === 'move') return <MovePicker target={target} onClose={close} />;
  const pick = (time: Date) => {
    close();
    snooze(target, time);
  };
  return <TimePicker title={mail.pickers.snooze} onPick={pick} onClose={close} />;
}
