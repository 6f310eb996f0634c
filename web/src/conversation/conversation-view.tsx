// A conversation with its mails, as the screen Mail shows it beside or instead of the list.
import { DaybookError } from 'daybook-client';
import { type ReactNode, useEffect, useState } from 'react';
import { refreshAll } from '../data/live/refresh.ts';
import { useIsOwnKnown } from '../data/own-people.ts';
import { linkedMail } from '../shell/navigation/linked-mail.ts';
import { goTo } from '../shell/navigation/navigation-state.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Mail, Offline } from '../ui/icons.ts';
import { useWords } from '../words/words.ts';
import styles from './conversation.module.css';
import { movedTo, useConversation } from './conversation-data.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { ConversationMails } from './conversation-mails.tsx';
import './mails/print.css';
import { useIsConversationPrinted } from './mails/printed.ts';
import { endPrinting } from './mails/printing.ts';

/** The list from which a conversation was opened. */
export interface OpenedFrom {
  path: string;
  title: string;
  isTrash?: boolean;
}

export interface ConversationViewProps {
  threadId: string;
  list?: OpenedFrom;
  /** Buttons for the conversation as a whole: archive, snooze, move, labels, delete. */
  toolbar?: ReactNode;
  /** It is shown instead of the list: its heading gets the focus that was there. */
  takesFocus?: boolean;
}

export function ConversationView(props: ConversationViewProps) {
  return <OneConversation key={props.threadId} {...props} />;
}

function OneConversation({ threadId, list, toolbar, takesFocus = false }: ConversationViewProps) {
  const { conversation } = useWords();
  const [isWhole, setWhole] = useState(false);
  const isPrinted = useIsConversationPrinted();
  useEffect(() => endPrinting, []);
  const { data, error } = useConversation(threadId, isWhole || isPrinted);
  const [linked] = useState(linkedMail);
  // An address can lead to a mail in the middle of a long conversation, which is not read at first.
  const isMissing = linked !== undefined && (data?.missing ?? 0) > 0 && !data?.emails.some(({ id }) => id === linked);
  useEffect(() => {
    if (isMissing) setWhole(true);
  }, [isMissing]);
  const isOwnKnown = useIsOwnKnown();
  const isGone = error instanceof DaybookError && error.status === 404;
  const name = data?.head.subject ?? conversation.title;
  return (
    <section className={styles.view} aria-label={name} data-print>
      <ConversationHeader mails={isGone ? undefined : data} list={list} toolbar={toolbar} takesFocus={takesFocus} />
      {isGone ? (
        <Gone threadId={threadId} list={list} />
      ) : data && isOwnKnown ? (
        <ConversationMails mails={data} list={list} isWhole={isWhole || isPrinted} onShowWhole={() => setWhole(true)} />
      ) : error ? (
        <EmptyState
          icon={<Offline />}
          title={conversation.notLoaded}
          text={error instanceof DaybookError && error.status === 0 ? conversation.notLoadedOffline : error.message}
          actions={<RetryButton />}
        />
      ) : (
        <Placeholder />
      )}
    </section>
  );
}

function RetryButton() {
  const { common } = useWords();
  return <Button onClick={() => void refreshAll()}>{common.retry}</Button>;
}

/** The conversation was deleted, or merged into another one. */
function Gone({ threadId, list }: { threadId: string; list: OpenedFrom | undefined }) {
  const { conversation } = useWords();
  const [other, setOther] = useState<string>();
  useEffect(() => {
    let isShown = true;
    void movedTo(threadId)
      .catch(() => undefined)
      .then((found) => isShown && setOther(found));
    return () => {
      isShown = false;
    };
  }, [threadId]);
  const path = list?.path ?? '/mail/inbox';
  return (
    <EmptyState
      icon={<Mail />}
      title={conversation.gone}
      text={conversation.goneHelp}
      actions={
        <>
          <Button onClick={() => goTo(path)}>{conversation.backToMail}</Button>
          {other && (
            <Button variant="primary" onClick={() => goTo(`${path}/${other}`, { replace: true })}>
              {conversation.openMoved}
            </Button>
          )}
        </>
      }
    />
  );
}

/** In the shape of a conversation with one mail. */
function Placeholder() {
  const { common } = useWords();
  return (
    <div className={styles.placeholder} role="status" aria-label={common.loading}>
      <Skeleton width="55%" height="1.375rem" />
      <div className={styles.placeholderSender}>
        <Skeleton width="2.25rem" height="2.25rem" round />
        <Skeleton width="12rem" />
      </div>
      <Skeleton width="90%" />
      <Skeleton width="82%" />
      <Skeleton width="60%" />
    </div>
  );
}
