// Adds a tag to contacts: an existing one, or a new one by its name.
import { useMemo, useState } from 'react';
import { useCollection } from '../../data/live/live.ts';
import type { Contact } from '../../data/types.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Combobox } from '../../ui/controls/combobox.tsx';
import { Add, Label } from '../../ui/icons.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { useWords } from '../../words/words.ts';
import { addTag } from '../contact-changes.ts';

export function TagPicker({ contacts, onDone }: { contacts: readonly Contact[]; onDone?: () => void }) {
  const { contacts: words } = useWords();
  const add = (tag: string) => {
    onDone?.();
    void addTag(contacts, tag);
  };
  return (
    <Popover
      label={words.addTagTo(contacts.length)}
      trigger={
        <Button size="small" variant="quiet" icon={<Label aria-hidden />}>
          {words.addTag}
        </Button>
      }
    >
      {(close) => (
        <TagInput
          taken={contacts.length === 1 ? (contacts[0]?.tags ?? []) : []}
          onTag={(tag) => {
            close();
            add(tag);
          }}
          autoFocus
        />
      )}
    </Popover>
  );
}

interface TagInputProps {
  /** Tags that are not suggested, because they are there already. */
  taken: readonly string[];
  onTag: (tag: string) => void;
  autoFocus?: boolean;
  bare?: boolean;
}

/** An input that completes tags. */
export function TagInput({ taken, onTag, autoFocus, bare = false }: TagInputProps) {
  const { contacts: words } = useWords();
  const tags = useCollection('tags');
  const [text, setText] = useState('');
  const options = useMemo(() => suggestions(tags, taken, text, words.createTag), [tags, taken, text, words]);
  const add = (tag: string) => {
    setText('');
    const name = tag.trim();
    if (name !== '' && !taken.includes(name)) onTag(name);
  };
  return (
    <Combobox
      aria-label={words.addTag}
      placeholder={words.addTag}
      text={text}
      onText={setText}
      options={options}
      onPick={(option) => add(option.value)}
      onFreeText={add}
      bare={bare}
      data-autofocus={autoFocus || undefined}
    />
  );
}

function suggestions(
  tags: readonly { name: string; total: number }[],
  taken: readonly string[],
  text: string,
  createLabel: (tag: string) => string,
) {
  const wanted = text.trim().toLowerCase();
  const found = tags
    .filter(({ name }) => !taken.includes(name) && name.toLowerCase().includes(wanted))
    .sort((one, other) => other.total - one.total || one.name.localeCompare(other.name))
    .map(({ name, total }) => ({ value: name, label: name, detail: String(total), icon: <Label aria-hidden /> }));
  const isNew = wanted !== '' && !tags.some(({ name }) => name === text.trim());
  return isNew
    ? [...found, { value: text.trim(), label: createLabel(text.trim()), detail: '', icon: <Add aria-hidden /> }]
    : found;
}
