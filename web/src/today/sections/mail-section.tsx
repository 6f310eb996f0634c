// Unread mail from people whom the user knows, with the actions of the mail list on each row.

import { type FocusEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { pictureOf } from '../../contacts/picture.ts';
import { usePending } from '../../data/changes/pending.ts';
import type { Conversation } from '../../data/types.ts';
import { useActionTarget } from '../../shell/actions/action-target.ts';
import { findAction, runAction } from '../../shell/actions/run-action.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Archive, Attachment, CheckCheck, MarkRead } from '../../ui/icons.ts';
import { formatListTime, formatNames, formatNumber } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import type { KnownConversation, UnreadMail } from '../collect-known.ts';
import { links } from '../links.ts';
import styles from './mail.module.css';
import { Nothing, Section } from './section.tsx';

const MOST_ROWS = 8;

export interface UnreadKnown {
  known: readonly KnownConversation[];
  total: number;
  /** How many unread conversations, the latest, were looked at. */
  checked: number;
  /** There is older unread mail, which was not looked at. */
  mayHaveMore: boolean;
}

/** The conversations that are still unread in the inbox, pending changes included. */
export function useUnreadKnown(mail: UnreadMail): UnreadKnown {
  const conversations = usePending(
    'threads',
    useMemo(() => mail.known.map(({ conversation }) => conversation), [mail]),
  );
  const known = mail.known
    .map((one, index) => ({ ...one, conversation: conversations[index] ?? one.conversation }))
    .filter(({ conversation }) => conversation.unread > 0 && conversation.folders.includes('INBOX'));
  const gone = mail.known.length - known.length;
  const { total, checked } = mail;
  return { known, total: total - gone, checked: checked - gone, mayHaveMore: checked < total };
}

export function MailSection({ known, total, checked, mayHaveMore }: UnreadKnown) {
  const words = useWords().today;
  const shown = known.slice(0, MOST_ROWS);
  const { list, onFocus } = useRowFocus(shown.map(({ conversation }) => conversation));
  const others = total - shown.length;
  return (
    <Section
      title={words.people}
      count={known.length}
      mayHaveMore={mayHaveMore}
      link={{ href: links.inbox, label: words.openInbox }}
    >
      {shown.length === 0 && (
        <Nothing
          icon={<CheckCheck aria-hidden />}
          title={mayHaveMore ? words.noneAmong(formatNumber(checked)) : words.allRead}
        >
          <p>{words.allReadHelp}</p>
        </Nothing>
      )}
      <ul ref={list} className={styles.list} onFocus={onFocus}>
        {shown.map((one) => (
          <MailRow key={one.conversation.id} {...one} />
        ))}
      </ul>
      {others > 0 && (
        <Link href={links.inbox} className={styles.more}>
          {words.moreUnread(others)}
        </Link>
      )}
    </Section>
  );
}

function MailRow({ conversation, senders }: KnownConversation) {
  const words = useWords().today;
  const first = senders[0];
  const names = senders.map(({ name, address }) => name ?? address);
  return (
    <li className={styles.row}>
      <Link href={links.conversation(conversation)} className={styles.mail}>
        <Avatar name={first?.name} address={first?.address} src={pictureOf(first?.avatar_path)} />
        <span className={styles.text}>
          <span className={styles.line}>
            <span className={styles.sender}>{formatNames(names.slice(0, 3))}</span>
            {conversation.count > 1 && (
              <span className={styles.count} title={words.messages(conversation.count)}>
                {conversation.count}
              </span>
            )}
            <span className={styles.time}>
              {conversation.has_attachments && <Attachment aria-hidden />}
              <time dateTime={conversation.latest_at}>{formatListTime(conversation.latest_at)}</time>
            </span>
          </span>
          <span className={styles.subject}>{conversation.subject || words.noSubject}</span>
          <span className={styles.preview}>{conversation.preview}</span>
        </span>
      </Link>
      <RowActions conversation={conversation} />
    </li>
  );
}

function RowActions({ conversation }: { conversation: Conversation }) {
  const words = useWords().today;
  const target = { conversations: [conversation], list: { folder: 'INBOX' } };
  const actions = [
    { id: 'archive', label: words.archive, icon: <Archive aria-hidden /> },
    { id: 'mark-read', label: words.markRead, icon: <MarkRead aria-hidden /> },
  ];
  return (
    <span className={styles.actions}>
      {actions.map(({ id, label, icon }) => {
        const found = findAction(id);
        if (!found) return null;
        return (
          <IconButton
            key={id}
            size="small"
            label={label}
            icon={icon}
            keys={found.keys?.[0]}
            onClick={() => runAction(id, target)}
          />
        );
      })}
    </span>
  );
}

/**
 * The keys of the mail list: j and k move the focus, e archives the focused row. When the row with the focus goes, the
 * next one gets it.
 */
function useRowFocus(conversations: readonly Conversation[]) {
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<{ id: string; index: number }>();
  const current = conversations.find(({ id }) => id === focused?.id);
  useLayoutEffect(() => {
    if (!focused || current || document.activeElement !== document.body) return;
    rowLinks(list.current)[Math.min(focused.index, conversations.length - 1)]?.focus();
  }, [focused, current, conversations.length]);
  useActionTarget(
    useMemo(
      () => ({
        ...(current && { conversations: [current], list: { folder: 'INBOX' } }),
        ...(current && { open: () => goTo(links.conversation(current)) }),
        move: (step: 1 | -1) => {
          const rows = rowLinks(list.current);
          const at = rows.findIndex((row) => row.parentElement?.contains(document.activeElement));
          rows[at < 0 ? 0 : Math.max(0, Math.min(at + step, rows.length - 1))]?.focus();
        },
      }),
      [current],
    ),
  );
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const index = rowLinks(list.current).findIndex((row) => row.parentElement?.contains(event.target));
    const conversation = conversations[index];
    if (conversation) setFocused({ id: conversation.id, index });
  };
  return { list, onFocus };
}

function rowLinks(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > li > a') ?? [])];
}
