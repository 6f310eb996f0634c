// The mails of a conversation, oldest first: which are expanded, what is read, where the reader is.
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { may, useSession } from '../data/session.ts';
import type { Email } from '../data/types.ts';
import { type ActionTarget, useActionTarget } from '../shell/actions/action-target.ts';
import { linkedMail } from '../shell/navigation/linked-mail.ts';
import { Button } from '../ui/controls/button.tsx';
import { formatNumber } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { AnswerBar } from './answer-bar.tsx';
import { arrange, isExpandedAtFirst, isUnsent, lastMail } from './arrangement.ts';
import styles from './conversation.module.css';
import type { Mails } from './conversation-data.ts';
import type { OpenedFrom } from './conversation-view.tsx';
import { MailItem } from './mails/mail-item.tsx';
import { markRead } from './mails/mail-writes.ts';
import { nameOf, senderOf } from './mails/people.ts';
import { useIsConversationPrinted } from './mails/printed.ts';
import { useFirstPosition } from './use-first-position.ts';

export interface ConversationMailsProps {
  mails: Mails;
  list: OpenedFrom | undefined;
  isWhole: boolean;
  onShowWhole: () => void;
}

export function ConversationMails({ mails, list, isWhole, onShowWhole }: ConversationMailsProps) {
  const { conversation } = useWords();
  const container = useRef<HTMLDivElement>(null);
  const [showsTrash, setShowsTrash] = useState(() => list?.isTrash || isLinkedInTrash(mails.emails));
  const { emails, trashed } = useMemo(() => withoutTrash(mails.emails, showsTrash), [mails.emails, showsTrash]);
  const { isExpanded, toggle, toggleAll } = useExpansion(emails);
  const last = lastMail(emails);
  useReading(mails, emails);
  useFirstPosition(container, emails);
  useMailTarget(mails, last, container, toggleAll);
  const unreadShown = emails.filter((one) => !one.is_read).length;
  const before = mails.before - mails.emails.slice(0, mails.before).filter((one) => !emails.includes(one)).length;
  const missingUnread = Math.max(0, mails.head.unread - unreadShown);
  const rows = arrange({ emails, before, missing: mails.missing, missingUnread }, isExpanded, isWhole);
  return (
    <div ref={container} className={styles.mails}>
      {trashed > 0 && (
        <div className={styles.trashed} data-screen-only>
          {conversation.inTrash(trashed)}
          <Button size="small" variant="quiet" onClick={() => setShowsTrash(true)}>
            {conversation.showTrashed}
          </Button>
        </div>
      )}
      {rows.map((row) =>
        row.kind === 'gap' ? (
          <button key="gap" type="button" className={styles.gap} data-gap onClick={onShowWhole}>
            <span>{conversation.showMore(formatNumber(row.count), row.unread)}</span>
          </button>
        ) : (
          <MailItem
            key={row.email.id}
            email={row.email}
            isExpanded={isExpanded(row.email)}
            onToggle={toggle}
            mails={mails}
            list={list}
          />
        ),
      )}
      {last && !last.deleted_at && !isUnsent(last) && <AnswerBar email={last} />}
      <NewMail emails={emails} />
    </div>
  );
}

/** Mails in the trash are left out if there are others. */
function withoutTrash(all: readonly Email[], showsTrash: boolean): { emails: readonly Email[]; trashed: number } {
  const kept = all.filter((one) => !one.deleted_at);
  if (showsTrash || kept.length === 0) return { emails: all, trashed: 0 };
  return { emails: kept, trashed: all.length - kept.length };
}

function useExpansion(emails: readonly Email[]) {
  // What is expanded at first is decided once for each mail: reading it does not collapse it.
  const [decided] = useState(() => new Map<string, boolean>());
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  for (const email of emails)
    if (!decided.has(email.id)) decided.set(email.id, isExpandedAtFirst(email, emails, linkedMail()));
  const isPrinted = useIsConversationPrinted();
  const isExpanded = useCallback(
    ({ id }: Email) => isPrinted || (chosen.get(id) ?? decided.get(id) ?? false),
    [chosen, decided, isPrinted],
  );
  const toggle = useCallback(
    (id: string) => setChosen((before) => new Map([...before, [id, !(before.get(id) ?? decided.get(id))]])),
    [decided],
  );
  const toggleAll = useCallback(() => {
    const expands = !emails.every(isExpanded);
    setChosen(new Map(emails.map(({ id }) => [id, expands])));
  }, [emails, isExpanded]);
  return { isExpanded, toggle, toggleAll };
}

function isLinkedInTrash(emails: readonly Email[]): boolean {
  const linked = linkedMail();
  return emails.some(({ id, deleted_at: deleted }) => id === linked && deleted);
}

/** What is on the screen becomes read, once: mail that is marked as unread afterwards stays unread. */
function useReading(mails: Mails, emails: readonly Email[]): void {
  const isAllowed = may(useSession(), 'emails:write');
  const [handled] = useState(() => new Set<string>());
  useEffect(() => {
    if (!isAllowed) return;
    const read = () => {
      if (document.visibilityState !== 'visible') return;
      const unread = emails.filter((one) => !one.is_read && !one.deleted_at && !handled.has(one.id));
      for (const { id } of emails) handled.add(id);
      if (unread.length > 0) void markRead(mails.head, unread);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [mails.head, emails, handled, isAllowed]);
}

/** What the actions of mail act on while the conversation is shown. */
function useMailTarget(
  mails: Mails,
  last: Email | undefined,
  container: RefObject<HTMLElement | null>,
  toggleAll: () => void,
): void {
  const target = useMemo<ActionTarget>(() => {
    const { head } = mails;
    const toggles = () => [...(container.current?.querySelectorAll<HTMLElement>('[data-toggle]') ?? [])];
    const moveMail = (step: 1 | -1) => {
      const all = toggles();
      const mail = document.activeElement?.closest('article');
      const at = all.findIndex((one) => mail?.contains(one));
      const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step];
      next?.focus();
      next?.closest('article')?.scrollIntoView({ block: 'nearest' });
    };
    return { conversations: [head], ...(last && { email: last }), moveMail, toggleAllMails: toggleAll };
  }, [mails, last, container, toggleAll]);
  useActionTarget(target);
}

/** Says when a mail arrives while the conversation is shown. */
function NewMail({ emails }: { emails: readonly Email[] }) {
  const { conversation } = useWords();
  const [known] = useState(() => new Set(emails.map(({ id }) => id)));
  const arrived = emails.findLast((one) => one.status === 'received' && !known.has(one.id));
  return (
    <div role="status" className="visually-hidden">
      {arrived && conversation.newMail(nameOf(senderOf(arrived)))}
    </div>
  );
}
