// The screen Mail: folders and labels, the list of conversations, and the open conversation.
import { useState } from 'react';
import { useLocationProperty, usePathname } from 'wouter/use-browser-location';
import { printAction } from '../conversation/conversation-actions.ts';
import { ConversationView } from '../conversation/conversation-view.tsx';
import { useCurrentTarget } from '../shell/actions/action-target.ts';
import { Screen } from '../shell/screen.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Mail } from '../ui/icons.ts';
import { useMedia } from '../ui/use-media.ts';
import { useWords } from '../words/words.ts';
import { ActionBar } from './list/action-bar.tsx';
import { ListPane } from './list/list-pane.tsx';
import { type Filter, isUnsent } from './list-query.ts';
import { titleOf } from './lists.ts';
import { type MailAddress, mailPath, parseMailPath } from './mail-address.ts';
import { WIDE } from './mail-layout.ts';
import styles from './mail-screen.module.css';
import { MailPickers } from './pickers/mail-pickers.tsx';
import { MailSidebar } from './sidebar/sidebar.tsx';
import { useCounts } from './sidebar/use-counts.ts';
import { UnsentPane } from './unsent/unsent-pane.tsx';

/** In its menu, besides those of mail. */
const CONVERSATION_ACTIONS = [printAction];

export function MailScreen() {
  const words = useWords();
  const pathname = usePathname();
  const address = parseMailPath(pathname);
  const path = mailPath(address.list);
  const counts = useCounts();
  const [chosen, setChosen] = useState<{ path: string; filter: Filter }>({ path, filter: 'all' });
  const filter = chosen.path === path ? chosen.filter : 'all';
  const title = titleOf(address.list, words);
  const unread = counts.ofList(address.list);
  return (
    <Screen
      title={unread > 0 ? words.mail.titleWithUnread(title, unread) : title}
      sidebar={<MailSidebar list={address.list} />}
      hasOwnHeader
    >
      <Panes key={path} address={address} filter={filter} onFilter={(next) => setChosen({ path, filter: next })} />
      <MailPickers />
    </Screen>
  );
}

interface PanesProps {
  address: MailAddress;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

function Panes({ address, filter, onFilter }: PanesProps) {
  const isSplit = useMedia(WIDE);
  const { list, threadId } = address;
  if (isUnsent(list) && list.kind === 'drafts') return <UnsentPane kind="drafts" openId={threadId} isSplit={false} />;
  return (
    <div className={styles.panes} data-split={isSplit || undefined}>
      {isUnsent(list) ? (
        <UnsentPane kind={list.kind} openId={threadId} isSplit={isSplit} />
      ) : (
        <ListPane list={list} filter={filter} onFilter={onFilter} openId={threadId} isSplit={isSplit} />
      )}
      {(isSplit || threadId !== undefined) && <ConversationPane address={address} isSplit={isSplit} />}
    </div>
  );
}

function ConversationPane({ address: { list, threadId }, isSplit }: { address: MailAddress; isSplit: boolean }) {
  const words = useWords();
  const target = useCurrentTarget();
  const hash = useLocationProperty(() => location.hash);
  if (threadId === undefined)
    return (
      <div className={styles.nothing}>
        <EmptyState icon={<Mail />} title={words.mail.noConversation} text={words.mail.noConversationHint} />
      </div>
    );
  return (
    <div className={styles.conversation}>
      <ConversationView
        // In a list of single mails the end of the address says which one is open.
        key={isUnsent(list) ? hash : undefined}
        threadId={threadId}
        list={{ path: mailPath(list), title: titleOf(list, words), isTrash: list.kind === 'trash' }}
        toolbar={!target.selected && !isUnsent(list) && <ActionBar target={target} more={CONVERSATION_ACTIONS} />}
        takesFocus={!isSplit}
      />
    </div>
  );
}
