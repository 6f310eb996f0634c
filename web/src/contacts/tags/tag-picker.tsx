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
import { type SuggestedTag, suggestTags } from './suggest-tags.ts';

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
  const options = useMemo(
    () => optionsFor(suggestTags(tags, taken, text), words.createTag),
    [tags, taken, text, words],
  );
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
      // Enter in the empty field must not add a tag, nor another one than that which is there already.
      preselect={text.trim() !== '' && !taken.includes(text.trim())}
      bare={bare}
      data-autofocus={autoFocus || undefined}
    />
  );
}

function optionsFor(suggested: readonly SuggestedTag[], createLabel: (tag: string) => string) {
  return suggested.map(({ name, total }) =>
    total === undefined
      ? { value: name, label: createLabel(name), detail: '', icon: <Add aria-hidden /> }
      : { value: name, label: name, detail: String(total), icon: <Label aria-hidden /> },
  );
}
