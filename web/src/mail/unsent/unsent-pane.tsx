// Lists of single mails that were not sent: drafts, scheduled mail, the outbox, mail that could not be sent. A draft opens
// in the composer. The others open to be read: looking at a mail must not keep it from being sent.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocationProperty } from 'wouter/use-browser-location';
import type { Email } from '../../data/types.ts';
import { type ActionTarget, useActionTarget } from '../../shell/actions/action-target.ts';
import { linkedMail, mailHash } from '../../shell/navigation/linked-mail.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { SidebarToggle } from '../../shell/screen.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { VirtualList, type VirtualListHandle } from '../../ui/lists/virtual-list.tsx';
import { formatNumber } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import rows from '../list/conversation-list.module.css';
import { enterList, useArrowsIntoList } from '../list/enter-list.ts';
import header from '../list/list-header.module.css';
import { NewMailButton } from '../list/list-header.tsx';
import { iconOf } from '../list/list-icons.ts';
import styles from '../list/list-pane.module.css';
import { rowHeight } from '../list/row-height.ts';
import type { UnsentKind } from '../list-query.ts';
import { mailPath } from '../mail-address.ts';
import { TimePicker } from '../pickers/time-picker.tsx';
import { discard, edit } from './unsent-operations.ts';
import { UnsentRow } from './unsent-row.tsx';
import { sendAgain, sendAt, sendNow } from './unsent-sending.ts';
import { recipientsOf, stateOf } from './unsent-text.ts';
import { isUnsaved, type UnsentMail, useUnsent } from './use-unsent.ts';

export interface UnsentPaneProps {
  kind: UnsentKind;
  /** The conversation of the mail that is open beside the list or instead of it; of a draft, that of the row to focus. */
  openId: string | undefined;
  /** List and mail are side by side. */
  isSplit: boolean;
}

export function UnsentPane({ kind, openId, isSplit }: UnsentPaneProps) {
  const { mail } = useWords();
  const mails = useUnsent(kind);
  const [changed, setChanged] = useState<Email | null>(null);
  const Icon = iconOf({ kind });
  // Several mails of a conversation can wait to be sent: then the end of the address says which is open.
  const linked = useLocationProperty(linkedMail);
  const isThere = (one: UnsentMail) => conversationOf(one) === openId && (linked === undefined || one.id === linked);
  const opened = openId === undefined ? undefined : mails.find(isThere)?.id;
  return (
    <section
      className={styles.pane}
      hidden={kind !== 'drafts' && !isSplit && openId !== undefined}
      data-empty={mails.length === 0 || undefined}
    >
      <header className={header.header}>
        <div className={header.title}>
          <SidebarToggle />
          <h1>{mail.lists[kind]}</h1>
          {mails.length > 0 && <span className={header.total}>{formatNumber(mails.length)}</span>}
          <NewMailButton />
        </div>
      </header>
      {mails.length === 0 ? (
        <EmptyState icon={<Icon />} {...mail.empty[kind]} />
      ) : (
        <UnsentList
          key={kind === 'drafts' ? openId : kind}
          mails={mails}
          opened={opened}
          onChangeTime={setChanged}
          {...{ kind, openId, isSplit }}
        />
      )}
      {changed && (
        <TimePicker
          title={mail.unsent.sendTitle}
          onClose={() => setChanged(null)}
          onPick={(time) => {
            setChanged(null);
            void sendAt(changed, time);
          }}
        />
      )}
    </section>
  );
}

interface UnsentListProps extends UnsentPaneProps {
  mails: readonly UnsentMail[];
  /** The mail of the address. */
  opened: string | undefined;
  onChangeTime: (mail: Email) => void;
}

function UnsentList(props: UnsentListProps) {
  const { kind, mails, openId, opened, onChangeTime } = props;
  const words = useWords();
  const handle = useRef<VirtualListHandle>(null);
  const active = useActiveMail(props, handle);
  useArrowsIntoList(handle, openId !== undefined);
  useListTarget(props, active, handle);
  const renderRow = useCallback(
    (index: number) => {
      const row = mails[index];
      return row && <UnsentRow mail={row} onChangeTime={onChangeTime} isActive={index === active.index} />;
    },
    [mails, onChangeTime, active.index],
  );
  const rowProps = useCallback(
    (index: number) => {
      const row = mails[index];
      if (!row) return {};
      const subject = row.subject || words.mail.noSubject;
      return {
        className: rows.row as string,
        'aria-label': [recipientsOf(row, words), subject, stateOf(row, words)].join(', '),
        'aria-current': (kind !== 'drafts' && row.id === opened) || undefined,
        'data-id': row.id,
        onClick: () => open(row, kind),
      };
    },
    [mails, words, kind, opened],
  );
  return (
    <VirtualList
      ref={handle}
      label={words.mail.unsent.list(words.mail.lists[kind])}
      className={rows.list as string}
      count={mails.length}
      rowHeight={rowHeight(false)}
      active={active.index}
      onActive={active.setIndex}
      renderRow={renderRow}
      rowProps={rowProps}
      rowKey={useCallback((index: number) => mails[index]?.id ?? index, [mails])}
    />
  );
}

interface ActiveMail {
  index: number;
  setIndex: (index: number) => void;
}

/** The row that keys act on: at first the one that the address leads to. It stays with its mail. */
function useActiveMail(props: UnsentListProps, handle: { current: VirtualListHandle | null }): ActiveMail {
  const { kind, mails, opened, isSplit } = props;
  const [active, setActive] = useState({ id: opened, index: 0 });
  const found = mails.findIndex(({ id }) => id === active.id);
  const index = found >= 0 ? found : Math.min(active.index, mails.length - 1);
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const hasChanged = before.current !== opened;
    before.current = opened;
    if (opened !== undefined) setActive((now) => ({ id: opened, index: now.index }));
    // The row of a draft that a link leads to; and the one whose mail was closed, or opened beside the list.
    const isShown = kind === 'drafts' || isSplit || opened === undefined;
    if (!hasChanged || !isShown) return;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) handle.current?.focusRow();
    });
    return () => cancelAnimationFrame(frame);
  }, [opened, kind, isSplit, handle]);
  const setIndex = useCallback((next: number) => setActive({ id: mails[next]?.id, index: next }), [mails]);
  return { index, setIndex };
}

/** What keys and the command palette act on: the open mail, else the row that has the focus. */
function useListTarget(
  { kind, mails, openId, opened, isSplit, onChangeTime }: UnsentListProps,
  { index, setIndex }: ActiveMail,
  handle: { current: VirtualListHandle | null },
): void {
  const target = useMemo<ActionTarget>(() => {
    const isReading = kind !== 'drafts' && openId !== undefined;
    const active = mails[index];
    const mail = isReading ? mails.find(({ id }) => id === opened) : active;
    return {
      move: (step) => {
        if (!isReading && enterList(handle)) return;
        const next = Math.max(0, Math.min(index + step, mails.length - 1));
        flushSync(() => setIndex(next));
        if (!isReading) handle.current?.focusRow();
        else if (mails[next]) open(mails[next], kind, true);
      },
      ...(active && (!isReading || isSplit) && { open: () => open(active, kind) }),
      ...(isReading && {
        close: () => {
          flushSync(() => goTo(mailPath({ kind })));
          handle.current?.focusRow();
        },
      }),
      ...(mail &&
        !isUnsaved(mail) && {
          discard: () => {
            if (isReading) goTo(mailPath({ kind }), { replace: true });
            void discard(mail);
          },
          ...sendingOf(mail, onChangeTime),
        }),
    };
  }, [kind, mails, openId, opened, isSplit, onChangeTime, index, setIndex, handle]);
  useActionTarget(target);
}

/** A draft goes on being written; other mail is only shown. */
function open(mail: UnsentMail, kind: UnsentKind, replace = false): void {
  if (isUnsaved(mail) || mail.status === 'draft') void edit(mail);
  else goTo(`${mailPath({ kind }, conversationOf(mail))}${mailHash(mail.id)}`, { replace });
}

/** What can be done about when a mail is sent. */
function sendingOf(mail: Email, onChangeTime: UnsentListProps['onChangeTime']): ActionTarget {
  if (mail.status === 'failed') return { sendAgain: () => void sendAgain(mail) };
  if (mail.status !== 'scheduled') return {};
  return { sendNow: () => void sendNow(mail), changeTime: () => onChangeTime(mail) };
}

function conversationOf(mail: UnsentMail): string {
  return (isUnsaved(mail) ? undefined : mail.thread_id) ?? mail.id;
}
