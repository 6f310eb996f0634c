// The top of a conversation: the way back and the actions, which stay visible, then the subject with its labels.
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useCollection } from '../data/live/live.ts';
import { Chip } from '../ui/display/chip.tsx';
import { hueOf } from '../ui/hues.ts';
import { Back } from '../ui/icons.ts';
import { tooltip } from '../ui/overlays/tooltip.tsx';
import { useWords } from '../words/words.ts';
import styles from './conversation.module.css';
import type { Mails } from './conversation-data.ts';
import type { OpenedFrom } from './conversation-view.tsx';
import { removeLabel } from './mails/mail-writes.ts';

export interface ConversationHeaderProps {
  /** undefined while they are loaded. */
  mails: Mails | undefined;
  list: OpenedFrom | undefined;
  toolbar: ReactNode;
  /** The heading gets the focus, unless something that is visible has it. */
  takesFocus: boolean;
}

export function ConversationHeader({ mails, list, toolbar, takesFocus }: ConversationHeaderProps) {
  const { conversation } = useWords();
  return (
    <>
      {(list || toolbar) && (
        <div className={styles.toolbar} data-screen-only>
          {list && (
            <Link
              href={list.path}
              className={styles.back}
              aria-label={conversation.back(list.title)}
              {...tooltip(conversation.back(list.title))}
            >
              <Back />
            </Link>
          )}
          {toolbar}
        </div>
      )}
      {mails && <Title mails={mails} takesFocus={takesFocus} />}
    </>
  );
}

function Title({ mails, takesFocus }: { mails: Mails; takesFocus: boolean }) {
  const { head } = mails;
  const { conversation } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (takesFocus && (activeElement === body || !activeElement?.checkVisibility()))
      heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const labels = useCollection('labels');
  return (
    <header className={styles.title}>
      <h1 ref={heading} tabIndex={-1} className={styles.subject}>
        <bdi>{head.subject?.trim() || conversation.noSubject}</bdi>
      </h1>
      {head.labels.length > 0 && (
        <ul className={styles.labels}>
          {head.labels.map((label) => (
            <li key={label}>
              <Chip
                hue={hueOf({ name: label, color: labels.find(({ name }) => name === label)?.color ?? null })}
                removeLabel={conversation.removeLabel(label)}
                onRemove={() => void removeLabel(head, label)}
              >
                {label}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}
