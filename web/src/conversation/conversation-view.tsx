// A conversation with its mails, as the screen Mail shows it beside or instead of the list.
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';

export interface ConversationViewProps {
  threadId: string;
  /** The list from which it was opened, to go back to. */
  list?: { path: string; title: string };
  /** Buttons for the conversation as a whole: archive, snooze, move, labels, delete. */
  toolbar?: ReactNode;
}

export function ConversationView({ threadId, list, toolbar }: ConversationViewProps) {
  const { conversation } = useWords();
  return (
    <section aria-label={conversation.title} data-thread={threadId} data-list={list?.path}>
      {toolbar}
    </section>
  );
}
