// Moves conversations to a folder. A name that does not exist yet is created.
import { useState } from 'react';
import { useCollection } from '../../data/live/live.ts';
import type { ActionTarget } from '../../shell/actions/action-target.ts';
import { Add } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { moveTo } from '../changes/mail-operations.ts';
import { iconOf } from '../list/list-icons.ts';
import { folderTitle } from '../lists.ts';
import { fitting } from '../sidebar/name-options.ts';
import { PickList, type PickOption } from './pick-list.tsx';

/** Folders that received mail is not moved to: they belong to what is written, snoozed or deleted. */
const OTHERS = ['drafts', 'sent', 'outbox', 'snoozed', 'trash'];

export function MovePicker({ target, onClose }: { target: ActionTarget; onClose: () => void }) {
  const { mail } = useWords();
  const [text, setText] = useState('');
  const folders = useCollection('folders');
  const options: PickOption[] = folders
    .filter(({ name, role }) => !(role && OTHERS.includes(role)) && name !== target.list?.folder)
    .sort((one, other) => Number(one.role === null) - Number(other.role === null) || one.name.localeCompare(other.name))
    .map(({ name, role }) => {
      const Icon = iconOf(role === 'inbox' || role === 'junk' ? LISTS[role] : { kind: 'folder', name });
      return { value: name, label: folderTitle(name, { mail }), icon: <Icon /> };
    });
  const create = (name: string): PickOption => ({ value: name, label: mail.pickers.create(name), icon: <Add /> });
  const pick = ({ value }: PickOption) => {
    onClose();
    moveTo(target, value);
  };
  return (
    <PickList
      title={mail.pickers.move}
      placeholder={mail.pickers.moveHint}
      text={text}
      onText={setText}
      options={fitting(options, text, create)}
      onPick={pick}
      onClose={onClose}
    />
  );
}

const LISTS = { inbox: { kind: 'inbox' }, junk: { kind: 'spam' } } as const;
