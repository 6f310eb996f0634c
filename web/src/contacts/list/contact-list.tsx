// The list of contacts with their letters, and the bar that jumps to one.
import { type KeyboardEvent, type MouseEvent, type Ref, useCallback, useImperativeHandle, useRef } from 'react';
import type { PagedList } from '../../data/live/paged-list.ts';
import type { Contact } from '../../data/types.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { VirtualList, type VirtualListHandle } from '../../ui/lists/virtual-list.tsx';
import { useWords } from '../../words/words.ts';
import { primaryAddress, secondLine } from '../contact-text.ts';
import { pictureOf } from '../picture.ts';
import styles from './contact-list.module.css';
import { LetterBar } from './letter-bar.tsx';
import { letterOf } from './letters.ts';

const ROW_HEIGHT = 56;

export interface ContactListProps {
  ref?: Ref<VirtualListHandle>;
  list: PagedList<Contact>;
  total: number;
  active: number;
  onActive: (index: number) => void;
  /** The contact whose card is shown. */
  openId: string | undefined;
  onOpen: (contact: Contact) => void;
  selected: ReadonlyMap<string, Contact>;
  /** `isRange`: everything from the last selected row to this one. */
  onSelect: (index: number, isRange: boolean) => void;
  /** Finds where a letter begins. */
  onLetter: (letter: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

export function ContactList(props: ContactListProps) {
  const { list, total, active, onActive, openId, onOpen, selected, onSelect } = props;
  const { contacts: words } = useWords();
  const grid = useRef<VirtualListHandle>(null);
  useImperativeHandle(props.ref, () => grid.current as VirtualListHandle, []);
  const rowKey = useCallback((index: number) => list.row(index)?.id ?? index, [list]);
  const indexOfKey = useCallback((key: string | number) => (typeof key === 'string' ? list.indexOf(key) : key), [list]);
  const renderRow = useCallback(
    (index: number) => {
      const contact = list.row(index);
      if (!contact) return <RowShape />;
      const letter = letterOf(contact.display_name);
      const before = index > 0 ? list.row(index - 1) : undefined;
      const isFirst = index === 0 || (before !== undefined && letterOf(before.display_name) !== letter);
      return (
        <ContactRow
          contact={contact}
          letter={isFirst ? letter : ''}
          isSelected={selected.has(contact.id)}
          onSelect={(isRange) => onSelect(index, isRange)}
        />
      );
    },
    [list, selected, onSelect],
  );
  const rowProps = useCallback(
    (index: number) => {
      const contact = list.row(index);
      if (!contact) return { 'aria-busy': true };
      return {
        className: styles.row,
        'aria-label': [contact.display_name || words.unnamed, secondLine(contact)].filter(Boolean).join(', '),
        'aria-selected': selected.has(contact.id),
        'data-open': contact.id === openId || undefined,
        'data-selecting': selected.size > 0 || undefined,
        onClick: (event: MouseEvent) => {
          if (event.shiftKey || event.ctrlKey || event.metaKey) onSelect(index, event.shiftKey);
          else onOpen(contact);
        },
        onDoubleClick: undefined,
      };
    },
    [list, selected, openId, onOpen, onSelect, words.unnamed],
  );
  return (
    <div className={styles.list}>
      <VirtualList
        ref={grid}
        label={words.list}
        count={total}
        rowHeight={ROW_HEIGHT}
        active={active}
        onActive={onActive}
        rowKey={rowKey}
        indexOfKey={indexOfKey}
        renderRow={renderRow}
        rowProps={rowProps}
        onRange={list.show}
        multiselectable
        className={styles.grid}
        {...(props.onKeyDown && { onKeyDown: props.onKeyDown })}
      />
      {total > 0 && <LetterBar onLetter={props.onLetter} />}
    </div>
  );
}

interface RowContent {
  contact: Contact;
  letter: string;
  isSelected: boolean;
  onSelect: (isRange: boolean) => void;
}

function ContactRow({ contact, letter, isSelected, onSelect }: RowContent) {
  const { contacts: words } = useWords();
  const name = contact.display_name || words.unnamed;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus, as in every list of the app
    // biome-ignore lint/a11y/useSemanticElements: the rows of a virtual list are not those of a table
    <div role="gridcell" className={styles.cell}>
      <span className={styles.letter} aria-hidden>
        {letter}
      </span>
      <span className={styles.picture}>
        <Avatar name={name} address={primaryAddress(contact)} src={pictureOf(contact.avatar_path)} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps a click on the box from opening the row */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box itself handles keys */}
        <span
          className={styles.box}
          onClick={(event) => {
            event.stopPropagation();
          }}
        >
          <Checkbox
            checked={isSelected}
            onChecked={() => onSelect(false)}
            label={words.select(name)}
            hideLabel
            tabIndex={-1}
          />
        </span>
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        <span className={styles.second}>{secondLine(contact)}</span>
      </span>
    </div>
  );
}

function RowShape() {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: see ContactRow
    // biome-ignore lint/a11y/useSemanticElements: see ContactRow
    <div role="gridcell" className={styles.cell}>
      <span className={styles.letter} />
      <Skeleton width="2.25rem" height="2.25rem" round />
      <span className={styles.text}>
        <Skeleton width="9rem" />
        <Skeleton width="6rem" />
      </span>
    </div>
  );
}
