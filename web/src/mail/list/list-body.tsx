// The rows of a list, or what is shown instead: placeholders while it is read, help when it is empty, an error.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCollection } from '../../data/live/live.ts';
import type { PagedList } from '../../data/live/paged-list.ts';
import { useIsOwnKnown } from '../../data/own-people.ts';
import { usePreferences } from '../../data/storage/preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Mail, Problem } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { TaskBanner } from '../changes/task-banner.tsx';
import type { Filter } from '../list-query.ts';
import type { Row } from '../lists.ts';
import type { MailList } from '../mail-address.ts';
import styles from './list-body.module.css';
import { iconOf } from './list-icons.ts';
import { rowHeight } from './row-height.ts';
import { SkeletonRow } from './row-view.tsx';

const PLACEHOLDERS = 12;

export interface ListBodyProps {
  list: MailList;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  view: PagedList<Row>;
  children: ReactNode;
}

export function ListBody({ list, filter, onFilter, view, children }: ListBodyProps) {
  const { mail } = useWords();
  const isOwnKnown = useIsOwnKnown();
  if (view.total === undefined && view.error)
    return <EmptyState icon={<Problem />} title={mail.loadFailed} text={view.error.message} />;
  if (view.total === undefined || !isOwnKnown) return <Placeholders />;
  return (
    <>
      <TaskBanner />
      {view.total === 0 && <NoConversations list={list} filter={filter} onFilter={onFilter} />}
      {view.total > 0 && children}
    </>
  );
}

function NoConversations({ list, filter, onFilter }: Pick<ListBodyProps, 'list' | 'filter' | 'onFilter'>) {
  const { mail } = useWords();
  const hasNoMail = useHasNoMail();
  const { title, text } = mail.empty[filter === 'all' ? list.kind : 'filtered'];
  const Icon = iconOf(list);
  if (hasNoMail && filter === 'all' && ['inbox', 'all'].includes(list.kind)) return <NoMail />;
  return (
    <EmptyState
      icon={<Icon />}
      title={title}
      text={text}
      actions={filter !== 'all' && <Button onClick={() => onFilter('all')}>{mail.showAll}</Button>}
    />
  );
}

/** The service was just installed: here is how mail gets into it. */
function NoMail() {
  const { mail } = useWords();
  return (
    <EmptyState
      icon={<Mail />}
      title={mail.noMail.title}
      text={mail.noMail.text}
      actions={
        <>
          <Link href="/settings/accounts/new" asChild>
            <ButtonLink variant="primary">{mail.noMail.addAccount}</ButtonLink>
          </Link>
          <Link href="/settings/import" asChild>
            <ButtonLink>{mail.noMail.import}</ButtonLink>
          </Link>
        </>
      }
    />
  );
}

/** Whether there is neither an account nor a mail. */
function useHasNoMail(): boolean {
  const accounts = useCollection('accounts');
  const folders = useCollection('folders');
  return accounts.length === 0 && folders.every(({ total }) => total === 0);
}

function Placeholders() {
  const isCompact = usePreferences().density === 'compact';
  const { common } = useWords();
  return (
    <div className={styles.placeholders} aria-busy="true" role="status" aria-label={common.loading}>
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} style={{ height: rowHeight(isCompact) }} aria-hidden="true">
          <SkeletonRow isCompact={isCompact} />
        </div>
      ))}
    </div>
  );
}
