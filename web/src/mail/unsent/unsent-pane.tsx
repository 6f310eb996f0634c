// Lists of single mails that were not sent: drafts, scheduled mail, the outbox, mail that could not be sent.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Email } from '../../data/types.ts';
import { type ActionTarget, useActionTarget } from '../../shell/actions/action-target.ts';
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
import { TimePicker } from '../pickers/time-picker.tsx';
import { discard, edit } from './unsent-operations.ts';
import { recipientsOf, stateOf, UnsentRow } from './unsent-row.tsx';
import { sendAgain, sendAt, sendNow } from './unsent-sending.ts';
import { isUnsaved, type UnsentMail, useUnsent } from './use-unsent.ts';

/** `openId`: the conversation of the mail that a link leads to, which gets the focus. */
export function UnsentPane({ kind, openId }: { kind: UnsentKind; openId: string | undefined }) {
  const { mail } = useWords();
  const mails = useUnsent(kind);
  const [changed, setChanged] = useState<Email | null>(null);
  const Icon = iconOf({ kind });
  return (
    <section className={styles.pane}>
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
        <UnsentList key={openId} kind={kind} mails={mails} openId={openId} onChangeTime={setChanged} />
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

interface UnsentListProps {
  kind: UnsentKind;
  mails: readonly UnsentMail[];
  openId: string | undefined;
  onChangeTime: (mail: Email) => void;
}

function UnsentList({ kind, mails, openId, onChangeTime }: UnsentListProps) {
  const words = useWords();
  const [linked] = useState(() => mails.findIndex((one) => openId !== undefined && conversationOf(one) === openId));
  const [chosen, setActive] = useState(Math.max(0, linked));
  const active = Math.min(chosen, mails.length - 1);
  const handle = useRef<VirtualListHandle>(null);
  useEffect(() => {
    if (linked >= 0) handle.current?.focusRow();
  }, [linked]);
  useArrowsIntoList(handle, false);
  const mail = mails[active];
  const target = useMemo<ActionTarget>(
    () => ({
      move: (step) => {
        if (enterList(handle)) return;
        flushSync(() => setActive(Math.max(0, Math.min(active + step, mails.length - 1))));
        handle.current?.focusRow();
      },
      ...(mail && { open: () => void edit(mail) }),
      ...(mail && !isUnsaved(mail) && { discard: () => void discard(mail), ...sendingOf(mail, onChangeTime) }),
    }),
    [active, mails, mail, onChangeTime],
  );
  useActionTarget(target);
  const renderRow = useCallback(
    (index: number) => {
      const row = mails[index];
      return row && <UnsentRow mail={row} onChangeTime={onChangeTime} isActive={index === active} />;
    },
    [mails, onChangeTime, active],
  );
  const rowProps = useCallback(
    (index: number) => {
      const row = mails[index];
      if (!row) return {};
      const subject = row.subject || words.mail.noSubject;
      return {
        className: rows.row as string,
        'aria-label': [recipientsOf(row, words), subject, stateOf(row, words)].join(', '),
        'data-id': row.id,
        onClick: () => row.status !== 'sending' && void edit(row),
      };
    },
    [mails, words],
  );
  return (
    <VirtualList
      ref={handle}
      label={words.mail.unsent.list(words.mail.lists[kind])}
      className={rows.list as string}
      count={mails.length}
      rowHeight={rowHeight(false)}
      active={active}
      onActive={setActive}
      renderRow={renderRow}
      rowProps={rowProps}
      rowKey={useCallback((index: number) => mails[index]?.id ?? index, [mails])}
    />
  );
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
