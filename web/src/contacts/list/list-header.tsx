// Above the list: the filter, how many contacts there are, and what can be done with those that are selected.
import type { KeyboardEvent } from 'react';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Close, Search, Trash } from '../../ui/icons.ts';
import { formatNumber } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { deleteContacts } from '../contact-changes.ts';
import { TagPicker } from '../tags/tag-picker.tsx';
import styles from './list-header.module.css';
import type { Selection } from './use-selection.ts';

/** The id of the filter, for the action that moves the focus there. */
const FILTER_ID = 'contact-filter';

export interface ListHeaderProps {
  search: string;
  onSearch: (text: string) => void;
  total: number | undefined;
  selection: Selection;
  /** The down arrow in the filter moves to the list. */
  onDown: () => void;
}

export function ListHeader({ search, onSearch, total, selection, onDown }: ListHeaderProps) {
  const { contacts: words } = useWords();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && search !== '') onSearch('');
    else if (event.key === 'ArrowDown' || event.key === 'Enter') onDown();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.header}>
      <div className={styles.filter}>
        <Search aria-hidden />
        <input
          id={FILTER_ID}
          type="text"
          inputMode="search"
          aria-label={words.search}
          placeholder={words.search}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {search !== '' && (
          <IconButton size="small" label={words.clearSearch} icon={<Close />} onClick={() => onSearch('')} />
        )}
      </div>
      {selection.selected.size > 0 ? (
        <SelectionBar selection={selection} />
      ) : (
        <p className={styles.count} role="status">
          {total === undefined ? '\u00a0' : words.count(total).replace(String(total), formatNumber(total))}
        </p>
      )}
    </div>
  );
}

function SelectionBar({ selection }: { selection: Selection }) {
  const { contacts: words, common } = useWords();
  const contacts = [...selection.selected.values()];
  const remove = () => {
    selection.clear();
    void deleteContacts(contacts);
  };
  return (
    <div className={styles.selection}>
      <span role="status">{common.selected(contacts.length)}</span>
      <TagPicker contacts={contacts} onDone={selection.clear} />
      <IconButton size="small" label={common.delete} keys="#" icon={<Trash />} onClick={remove} />
      <IconButton size="small" label={words.clearSelection} icon={<Close />} onClick={selection.clear} />
    </div>
  );
}
