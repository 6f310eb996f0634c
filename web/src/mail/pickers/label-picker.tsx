// Gives conversations a label, or takes it from them. A name that does not exist yet is created.

import { useState } from 'react';
import { useCollection } from '../../data/live/live.ts';
import type { ActionTarget } from '../../shell/actions/action-target.ts';
import { hueOf } from '../../ui/hues.ts';
import { Add } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { setLabel } from '../changes/mail-operations.ts';
import { fitting } from '../sidebar/name-options.ts';
import { PickList, type PickOption } from './pick-list.tsx';
import styles from './picker.module.css';

export function LabelPicker({ target, onClose }: { target: ActionTarget; onClose: () => void }) {
  const { mail } = useWords();
  const [text, setText] = useState('');
  const labels = useCollection('labels');
  const options: PickOption[] = [...labels]
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(({ name, color }) => ({
      value: name,
      label: name,
      icon: <span className={styles.dot} style={{ background: `var(--hue-${hueOf({ name, color })}-solid)` }} />,
      checked: stateOf(target, name),
    }));
  const create = (name: string): PickOption => ({
    value: name,
    label: mail.pickers.create(name),
    icon: <Add />,
    checked: false,
  });
  const pick = ({ value, checked }: PickOption) => {
    onClose();
    setLabel(target, value, checked !== true);
  };
  return (
    <PickList
      title={mail.pickers.label}
      placeholder={mail.pickers.labelHint}
      text={text}
      onText={setText}
      options={fitting(options, text, create)}
      message={options.length === 0 && text === '' ? mail.pickers.noNames : undefined}
      onPick={pick}
      onClose={onClose}
    />
  );
}

/** Whether all of the conversations have the label, some, or none. */
function stateOf({ conversations = [], where }: ActionTarget, label: string): boolean | 'mixed' {
  const having = conversations.filter(({ labels }) => labels.includes(label)).length;
  if (where || having === 0) return false;
  return having === conversations.length ? true : 'mixed';
}
