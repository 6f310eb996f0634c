// The name and the colour of a tag.
import { useState } from 'react';
import type { Tag } from '../../data/types.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ColorPicker } from '../../ui/controls/color-picker.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { colorOfHue, type Hue, hueOf } from '../../ui/hues.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/words.ts';
import { saveTag } from './tag-changes.ts';

export function TagDialog({ tag, onClose }: { tag: Tag | null; onClose: () => void }) {
  const { contacts: words, common } = useWords();
  const [name, setName] = useState(tag?.name ?? '');
  const [hue, setHue] = useState<Hue | undefined>(tag ? undefined : 'blue');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    if (name.trim() === '') return setError(words.editor.nameMissing);
    setBusy(true);
    try {
      await saveTag(tag, { name: name.trim(), color: hue && colorOfHue(hue) });
      onClose();
    } catch (cause) {
      setError((cause as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      size="small"
      title={tag ? words.editTag : words.newTag}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {common.save}
          </Button>
        </>
      }
    >
      <Field label={words.tagName} error={error} required>
        <TextInput value={name} onValue={setName} maxLength={100} data-autofocus />
      </Field>
      <ColorPicker
        label={words.tagColour}
        value={hue ?? hueOf({ name: name.trim(), color: tag?.color ?? null })}
        onChange={setHue}
      />
    </Dialog>
  );
}
