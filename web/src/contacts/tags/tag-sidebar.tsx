// The tags of contacts with their counts, beside the list. A tag can be renamed, coloured and deleted here.
import { useState } from 'react';
import { Link } from 'wouter';
import { useCollection } from '../../data/live/live.ts';
import type { Tag } from '../../data/types.ts';
import { TRASH_PATHS } from '../../shell/navigation/trash-parts.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { hueOf, hueStyle } from '../../ui/hues.ts';
import { Add, Contacts, Edit, More, Trash } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { MenuItem } from '../../ui/overlays/menu-items.tsx';
import { formatNumber } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { deleteTag } from './tag-changes.ts';
import { TagDialog } from './tag-dialog.tsx';
import styles from './tag-sidebar.module.css';

interface TagSidebarProps {
  current: string | null;
  /** The list of deleted contacts is shown. */
  isTrash?: boolean;
}

export function TagSidebar({ current, isTrash = false }: TagSidebarProps) {
  const { contacts: words, deleted } = useWords();
  const tags = [...useCollection('tags')].sort(byOrder);
  const [edited, setEdited] = useState<Tag | 'new' | null>(null);
  return (
    <nav className={styles.sidebar} aria-label={words.tags}>
      <Link href="/contacts" className={styles.link} aria-current={current === null && !isTrash ? 'page' : undefined}>
        <Contacts aria-hidden />
        <span className={styles.name}>{words.all}</span>
      </Link>
      <div className={styles.heading}>
        <h2>{words.tags}</h2>
        <IconButton size="small" label={words.newTag} icon={<Add />} onClick={() => setEdited('new')} />
      </div>
      <ul>
        {tags.map((tag) => (
          <TagRow key={tag.name} tag={tag} isCurrent={tag.name === current} onEdit={() => setEdited(tag)} />
        ))}
      </ul>
      <Link
        href={TRASH_PATHS.contacts}
        className={classes(styles.link, styles.trash)}
        aria-current={isTrash ? 'page' : undefined}
      >
        <Trash aria-hidden />
        <span className={styles.name}>{deleted.titles.contacts}</span>
      </Link>
      {edited && <TagDialog tag={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </nav>
  );
}

function TagRow({ tag, isCurrent, onEdit }: { tag: Tag; isCurrent: boolean; onEdit: () => void }) {
  const { contacts: words } = useWords();
  return (
    <li className={styles.row}>
      <Link
        href={`/contacts?tag=${encodeURIComponent(tag.name)}`}
        className={styles.link}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <span className={styles.dot} style={hueStyle(hueOf(tag))} aria-hidden />
        <span className={styles.name}>{tag.name}</span>
        <span className={styles.count}>{formatNumber(tag.total)}</span>
      </Link>
      <Menu
        label={words.tagOptions(tag.name)}
        trigger={<IconButton size="small" className={styles.more} label={words.tagOptions(tag.name)} icon={<More />} />}
      >
        <MenuItem icon={<Edit />} onSelect={onEdit}>
          {words.editTag}
        </MenuItem>
        <MenuItem icon={<Trash />} destructive onSelect={() => void deleteTag(tag)}>
          {words.deleteTag}
        </MenuItem>
      </Menu>
    </li>
  );
}

function byOrder(one: Tag, other: Tag): number {
  const by = (one.order ?? Number.POSITIVE_INFINITY) - (other.order ?? Number.POSITIVE_INFINITY);
  return by || one.name.localeCompare(other.name);
}
