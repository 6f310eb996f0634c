// The sidebar of the screen Mail: lists of the service, folders and labels of the user, with their counts.

import { useMemo } from 'react';
import { openCompose } from '../../compose/compose-store.ts';
import { useCollection } from '../../data/live/live.ts';
import { Button } from '../../ui/controls/button.tsx';
import { hueOf } from '../../ui/hues.ts';
import { Compose } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { folderTitle } from '../lists.ts';
import { isSameList, type MailList, type PlainList } from '../mail-address.ts';
import { useFolded } from './folded.ts';
import { folderTree } from './folder-tree.ts';
import { NameMenu, useNameMenu } from './name-menu.tsx';
import styles from './sidebar.module.css';
import { SidebarEntry } from './sidebar-entry.tsx';
import { SidebarSection } from './sidebar-section.tsx';
import { useCounts } from './use-counts.ts';

const LISTS: readonly (PlainList | 'archive')[] = [
  'inbox',
  'starred',
  'snoozed',
  'scheduled',
  'drafts',
  'sent',
  'outbox',
  'failed',
  'archive',
  'all',
  'spam',
  'trash',
];
/** Lists that are only worth a line when they have something. */
const RARE: readonly string[] = ['outbox', 'failed'];

export function MailSidebar({ list }: { list: MailList }) {
  const words = useWords();
  const counts = useCounts();
  const { mail, shell } = words;
  // The folders of the service itself are always there. Until they are known, labels would only move when folders come.
  const isLoaded = useCollection('folders').length > 0;
  return (
    <div className={styles.sidebar}>
      <Button variant="primary" className={styles.compose ?? ''} icon={<Compose />} onClick={() => openCompose({})}>
        {shell.compose}
      </Button>
      <nav aria-label={mail.mailboxes}>
        <ul>
          {LISTS.map((kind) => {
            const own: MailList = kind === 'archive' ? { kind: 'folder', name: 'ARCHIVE' } : { kind };
            const count = counts.ofList(own);
            const isCurrent = isSameList(own, list);
            if (RARE.includes(kind) && count === 0 && !isCurrent) return null;
            return <SidebarEntry key={kind} list={own} title={mail.lists[kind]} count={count} isCurrent={isCurrent} />;
          })}
        </ul>
      </nav>
      {isLoaded && (
        <>
          <Folders list={list} />
          <Labels list={list} />
        </>
      )}
    </div>
  );
}

function Folders({ list }: { list: MailList }) {
  const { mail } = useWords();
  const folders = useCollection('folders');
  const menu = useNameMenu('folder');
  const { folded, toggle } = useFolded('folders');
  const tree = useMemo(
    () =>
      folderTree(
        folders.filter(({ role }) => role === null),
        folded,
      ),
    [folders, folded],
  );
  return (
    <>
      <SidebarSection id="folders" title={mail.folders} addLabel={mail.newFolder} onAdd={() => menu.create()}>
        {tree.map(({ name, title, depth, folder, hasChildren }) => {
          const own: MailList = { kind: 'folder', name };
          return (
            <SidebarEntry
              key={name}
              list={own}
              title={depth === 0 ? folderTitle(title, { mail }) : title}
              depth={depth}
              count={folder?.unread ?? 0}
              isCurrent={isSameList(own, list)}
              {...(folder?.color && { hue: hueOf({ name, color: folder.color }) })}
              {...(hasChildren && { isFolded: folded.has(name), onFold: () => toggle(name) })}
              {...(folder && { onMenu: (at) => menu.open(folder, at) })}
            />
          );
        })}
      </SidebarSection>
      <NameMenu control={menu} />
    </>
  );
}

function Labels({ list }: { list: MailList }) {
  const { mail } = useWords();
  const labels = useCollection('labels');
  const menu = useNameMenu('label');
  const sorted = useMemo(
    () =>
      [...labels].sort(
        (one, other) =>
          (one.order ?? Number.POSITIVE_INFINITY) - (other.order ?? Number.POSITIVE_INFINITY) ||
          one.name.localeCompare(other.name),
      ),
    [labels],
  );
  return (
    <>
      <SidebarSection id="labels" title={mail.labels} addLabel={mail.newLabel} onAdd={() => menu.create()}>
        {sorted.map((label) => {
          const own: MailList = { kind: 'label', name: label.name };
          return (
            <SidebarEntry
              key={label.name}
              list={own}
              title={label.name}
              hue={hueOf(label)}
              count={label.unread}
              isCurrent={isSameList(own, list)}
              onMenu={(at) => menu.open(label, at)}
            />
          );
        })}
      </SidebarSection>
      <NameMenu control={menu} />
    </>
  );
}
