// The dialog for a new or an existing folder or label: its name and its colour.
import { useState } from 'react';
import { useCollection } from '../../data/live/live.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { offerUndo } from '../../shell/undo.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ColorPicker } from '../../ui/controls/color-picker.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { colorOfHue, type Hue, hueOf } from '../../ui/hues.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords, words } from '../../words/words.ts';
import { send } from '../changes/apply-change.ts';
import { isSameList, mailPath, parseMailPath } from '../mail-address.ts';
import styles from './name-dialog.module.css';
import { isAtServer, type NameKind, type NameRecord } from './name-menu.tsx';

export interface NameDialogProps {
  kind: NameKind;
  record: NameRecord | undefined;
  onClose: () => void;
}

export function NameDialog({ kind, record, onClose }: NameDialogProps) {
  const { mail, common } = useWords();
  const [name, setName] = useState(record?.name ?? '');
  const [hue, setHue] = useState<Hue | undefined>();
  const taken = useCollection(kind === 'folder' ? 'folders' : 'labels');
  const trimmed = name.trim();
  const isTaken = trimmed !== record?.name && taken.some((one) => one.name === trimmed);
  const submit = () => {
    if (trimmed === '' || isTaken) return;
    onClose();
    void save(kind, record, trimmed, hue);
  };
  const titles = { folder: [mail.newFolder, mail.editFolder], label: [mail.newLabel, mail.editLabel] };
  return (
    <Dialog
      open
      size="small"
      title={titles[kind][record ? 1 : 0] ?? ''}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit" disabled={trimmed === '' || isTaken}>
            {record ? common.save : mail.create}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label={mail.name} error={isTaken && mail.nameIsTaken}>
          <TextInput
            value={name}
            onValue={setName}
            maxLength={200}
            disabled={record !== undefined && isAtServer(record)}
            data-autofocus
          />
        </Field>
        <ColorPicker
          label={mail.color}
          value={hue ?? hueOf({ name: trimmed, color: record?.color ?? null })}
          onChange={setHue}
        />
      </div>
    </Dialog>
  );
}

async function save(kind: NameKind, record: NameRecord | undefined, name: string, hue: Hue | undefined) {
  const color = hue && { color: colorOfHue(hue) };
  if (!record) {
    await send([
      { method: 'POST', path: `/${kind}s`, body: { name } },
      ...(color ? [{ method: 'PATCH' as const, path: pathOf(kind, name), body: color }] : []),
    ]);
    return;
  }
  if (name === record.name && !color) return;
  const before = { name: record.name, ...(color && { color: record.color }) };
  const after = { name, ...color };
  if (!(await change(kind, before, after))) return;
  offerUndo(words().mail.nameChanged(name), () => void change(kind, after, before));
}

/** Resolves to whether it was made. The list that is shown stays, under its new name. */
async function change(kind: NameKind, before: NameValues, after: NameValues): Promise<boolean> {
  const { name, ...color } = after;
  const isRenamed = name !== before.name;
  const body = { ...(isRenamed && { name }), ...color };
  const results = await send([{ method: 'PATCH', path: pathOf(kind, before.name), body }]);
  if (results.length === 0) return false;
  const shown = parseMailPath(location.pathname).list;
  if (isRenamed && isSameList(shown, { kind, name: before.name })) goTo(mailPath({ kind, name }), { replace: true });
  return true;
}

interface NameValues {
  name: string;
  color?: string | null;
}

function pathOf(kind: NameKind, name: string): string {
  return `/${kind}s/${encodeURIComponent(name)}`;
}
