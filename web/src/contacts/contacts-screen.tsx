// The screen of contacts: tags, the list, and the card of the contact whose id is in the address. On narrow windows the
// card takes the place of the list.
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { usePagedList } from '../data/live/paged-list.ts';
import type { Contact } from '../data/types.ts';
import { useActionTarget } from '../shell/actions/action-target.ts';
import { Screen } from '../shell/screen.tsx';
import { Button } from '../ui/controls/button.tsx';
import { NewContact } from '../ui/icons.ts';
import type { VirtualListHandle } from '../ui/lists/virtual-list.tsx';
import { TABLET, useMedia } from '../ui/use-media.ts';
import { useWords } from '../words/words.ts';
import { ContactCard } from './card/contact-card.tsx';
import styles from './contacts.module.css';
import { ContactEditorHost } from './editor/contact-editor-host.tsx';
import { openContactEditor } from './editor-store.ts';
import { ContactList } from './list/contact-list.tsx';
import { contactSource, nameAt } from './list/contact-source.ts';
import { findLetter } from './list/letters.ts';
import { ListHeader } from './list/list-header.tsx';
import { useRevealed } from './list/use-revealed.ts';
import { useSelection } from './list/use-selection.ts';
import { NoContacts, NoneOpen } from './placeholders.tsx';
import { TagSidebar } from './tags/tag-sidebar.tsx';

export function ContactsScreen() {
  const { contacts: words } = useWords();
  const { id } = useParams<{ id?: string }>();
  const [params, setParams] = useSearchParams();
  const [, goTo] = useLocation();
  const isNarrow = useMedia(TABLET);
  const tag = params.get('tag');
  const [search, setSearch] = useState(params.get('q') ?? '');
  const close = useCallback(() => goTo(`/contacts${location.search}`), [goTo]);
  const open = useCallback((contact: Contact) => goTo(`/contacts/${contact.id}${location.search}`), [goTo]);
  const onSearch = (text: string) => {
    setSearch(text);
    setParams(withParam('q', text), { replace: true });
  };
  const hasOnlyCard = isNarrow && id !== undefined;
  const [added, setAdded] = useState<Contact>();
  const onAdded = (contact: Contact) => {
    setAdded(contact);
    open(contact);
  };
  const card =
    id === undefined ? (
      <NoneOpen />
    ) : (
      <ContactCard key={id} id={id} onBack={isNarrow ? close : undefined} takesFocus={id === added?.id} />
    );
  return (
    <Screen
      title={tag ?? words.title}
      {...(!hasOnlyCard && { sidebar: <TagSidebar current={tag} /> })}
      hasOwnHeader={hasOnlyCard}
      toolbar={
        <Button variant="primary" icon={<NewContact aria-hidden />} onClick={() => openContactEditor(newWith(tag))}>
          {words.new}
        </Button>
      }
    >
      <div className={styles.panes} data-narrow={isNarrow || undefined}>
        <ListPane
          isHidden={hasOnlyCard}
          tag={tag}
          search={search}
          onSearch={onSearch}
          openId={id}
          onOpen={open}
          added={added}
        />
        {(!isNarrow || hasOnlyCard) && <div className={styles.cardPane}>{card}</div>}
      </div>
      <ContactEditorHost onAdded={onAdded} />
    </Screen>
  );
}

interface ListPaneProps {
  isHidden: boolean;
  tag: string | null;
  search: string;
  onSearch: (text: string) => void;
  openId: string | undefined;
  onOpen: (contact: Contact) => void;
  /** The contact that was added last. */
  added: Contact | undefined;
}

function ListPane({ isHidden, tag, search, onSearch, openId, onOpen, added }: ListPaneProps) {
  const deferred = useDeferredValue(search);
  const filter = useMemo(() => ({ tag, search: deferred }), [tag, deferred]);
  const list = usePagedList(useMemo(() => contactSource(filter), [filter]));
  const [active, setActive] = useState(0);
  const grid = useRef<VirtualListHandle>(null);
  const wasOpen = useRef(false);
  const selection = useSelection(list, isHidden);
  const total = list.total ?? (list.error ? 0 : SHAPES);
  const isFiltered = tag !== null || deferred !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its start.
  useEffect(() => {
    setActive(0);
    grid.current?.scrollToIndex(0);
    selection.clear();
  }, [filter]);
  // The card that is closed may have had the focus.
  useEffect(() => {
    if (openId === undefined && wasOpen.current && document.activeElement === document.body) grid.current?.focusRow();
    wasOpen.current = openId !== undefined;
  }, [openId]);
  useListTarget({ list, total, active, setActive, grid, onOpen, selection });
  const onLetter = useCallback(
    async (letter: string) => {
      const read = async (index: number) => list.row(index)?.display_name ?? nameAt(filter, index);
      const index = Math.min(await findLetter(letter, total, read), total - 1);
      setActive(index);
      grid.current?.scrollToIndex(index, 'start');
    },
    [list, total, filter],
  );
  useRevealed(added, { list, grid, setActive, onLetter: (letter) => void onLetter(letter) });
  const onKeyDown = (event: KeyboardEvent) => {
    const contact = list.row(active);
    if (event.key !== 'Enter' || !contact) return;
    event.preventDefault();
    onOpen(contact);
  };
  return (
    <div className={styles.listPane} hidden={isHidden} data-empty={(list.total === 0 && !isFiltered) || undefined}>
      <ListHeader
        search={search}
        onSearch={onSearch}
        total={list.total}
        selection={selection}
        onDown={() => grid.current?.focusRow()}
      />
      {list.total === 0 || (list.error && list.total === undefined) ? (
        <NoContacts error={list.total === undefined ? list.error : undefined} isFiltered={isFiltered} />
      ) : (
        <ContactList
          ref={grid}
          list={list}
          total={total}
          active={active}
          onActive={setActive}
          openId={openId}
          onOpen={onOpen}
          selected={selection.selected}
          onSelect={selection.toggle}
          onLetter={(letter) => void onLetter(letter)}
          onKeyDown={onKeyDown}
        />
      )}
    </div>
  );
}

/** How many rows are drawn as shapes before the first answer. */
const SHAPES = 12;

interface ListTarget {
  list: ReturnType<typeof usePagedList<Contact>>;
  total: number;
  active: number;
  setActive: (index: number) => void;
  grid: { current: VirtualListHandle | null };
  onOpen: (contact: Contact) => void;
  selection: ReturnType<typeof useSelection>;
}

/** The keys of lists: j and k, Enter, x, and # for what is selected. */
function useListTarget({ list, total, active, setActive, grid, onOpen, selection }: ListTarget): void {
  const contact = list.row(active);
  const { selected, toggle, clear } = selection;
  useActionTarget(
    useMemo(
      () => ({
        move: (step: 1 | -1) => {
          const next = Math.max(0, Math.min(active + step, total - 1));
          setActive(next);
          grid.current?.scrollToIndex(next);
          grid.current?.focusRow();
        },
        ...(contact && { open: () => onOpen(contact), toggleSelected: () => toggle(active, false) }),
        ...(contact && { contacts: [contact] }),
        ...(selected.size > 0 && { selectedContacts: [...selected.values()], close: clear }),
      }),
      [active, total, contact, selected, toggle, clear, onOpen, setActive, grid],
    ),
  );
}

function withParam(name: string, value: string) {
  return (before: URLSearchParams) => {
    const next = new URLSearchParams(before);
    if (value) next.set(name, value);
    else next.delete(name);
    return next;
  };
}

function newWith(tag: string | null) {
  return tag === null ? {} : { values: { tag } };
}
