// The dialog for a new or an existing folder or label: its name and its colour.
import { useEffect, useRef, useState } from 'react';
import { untilAnswered } from '../../data/changes/until-answered.ts';
import { useCollection } from '../../data/live/live.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ColorPicker } from '../../ui/controls/color-picker.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { colorOfHue, type Hue, hueOf } from '../../ui/hues.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/words.ts';
import styles from './name-dialog.module.css';
import { isAtServer, type NameKind, type NameRecord } from './name-menu.tsx';
import { saveName } from './name-saving.ts';

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
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState('');
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  // The name that is saved is known before the answer is there.
  const isTaken = !isSaving && trimmed !== record?.name && taken.some((one) => one.name === trimmed);
  const close = () => {
    isOpen.current = false;
    onClose();
  };
  const submit = async () => {
    if (trimmed === '' || isTaken || isSaving) return;
    setSaving(true);
    const saved = saveName(kind, record, { name: trimmed, ...(hue && { color: colorOfHue(hue) }) });
    saved.catch((error) => {
      if (isOpen.current) setRefusal(reasonOf(error));
      else showRefusal(error);
    });
    await untilAnswered(saved).then(close, () => setSaving(false));
  };
  const titles = { folder: [mail.newFolder, mail.editFolder], label: [mail.newLabel, mail.editLabel] };
  return (
    <Dialog
      open
      size="small"
      title={titles[kind][record ? 1 : 0] ?? ''}
      onClose={close}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={close}>{common.cancel}</Button>
          <Button variant="primary" type="submit" busy={isSaving} disabled={trimmed === '' || isTaken}>
            {record ? common.save : mail.create}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label={mail.name} error={isTaken ? mail.nameIsTaken : refusal}>
          <TextInput
            value={name}
            onValue={(text) => {
              setName(text);
              setRefusal('');
            }}
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
