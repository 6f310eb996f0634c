// The header of a list: its title, and either filters or the actions for the selection.
import { openCompose } from '../../compose/compose-store.ts';
import type { PagedList } from '../../data/live/paged-list.ts';
import type { ActionTarget } from '../../shell/actions/action-target.ts';
import { TrashLinks } from '../../shell/navigation/trash-links.tsx';
import { SidebarToggle } from '../../shell/screen.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Compose } from '../../ui/icons.ts';
import { formatNumber } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { FILTERS, type Filter } from '../list-query.ts';
import { type Row, titleOf } from '../lists.ts';
import type { MailList } from '../mail-address.ts';
import { ActionBar } from './action-bar.tsx';
import styles from './list-header.module.css';
import { TrashHeader } from './trash-header.tsx';
import type { SelectionControl } from './use-selection.ts';

export interface ListHeaderProps {
  list: MailList;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  view: PagedList<Row>;
  select: SelectionControl;
  target: ActionTarget;
}

export function ListHeader({ list, filter, onFilter, view, select, target }: ListHeaderProps) {
  const words = useWords();
  const { mail } = words;
  const { rows, isAll } = select.selection;
  const total = view.total ?? 0;
  const isSelecting = rows.size > 0;
  return (
    <header className={styles.header}>
      <div className={styles.title}>
        <SidebarToggle />
        <Checkbox
          className={styles.checkbox ?? ''}
          label={isSelecting ? mail.clearSelection : mail.selectAll}
          hideLabel
          disabled={total === 0}
          checked={isAll || (isSelecting && rows.size >= total) ? true : isSelecting ? 'indeterminate' : false}
          onChecked={() => (isSelecting ? select.clear() : select.selectShown())}
        />
        <h1 className={isSelecting ? 'visually-hidden' : undefined}>{titleOf(list, words)}</h1>
        {isSelecting && (
          <span role="status" className={styles.selected}>
            {words.common.selected(isAll ? total : rows.size)}
          </span>
        )}
        {!isSelecting && total > 0 && <span className={styles.total}>{formatNumber(total)}</span>}
        {isSelecting && <MatchingBar list={list} select={select} total={total} />}
        {!isSelecting && list.kind === 'trash' && <TrashHeader total={total} />}
        {!isSelecting && <NewMailButton />}
      </div>
      {!isSelecting && list.kind === 'trash' && <TrashLinks className={styles.filters ?? ''} current="mail" />}
      {!isSelecting && list.kind !== 'trash' && (
        <Segmented
          className={styles.filters ?? ''}
          label={mail.filter}
          value={filter}
          onChange={onFilter}
          options={FILTERS.map((value) => ({ value, label: mail.filters[value] }))}
        />
      )}
      {isSelecting && <ActionBar target={target} />}
    </header>
  );
}

/** On narrow windows, where the sidebar with its button is a drawer. */
export function NewMailButton() {
  const { shell } = useWords();
  return (
    <IconButton className={styles.compose} label={shell.compose} icon={<Compose />} onClick={() => openCompose({})} />
  );
}

/** Offers to select also what was not read, once rows are selected. */
function MatchingBar({ list, select, total }: Pick<ListHeaderProps, 'list' | 'select'> & { total: number }) {
  const { mail } = useWords();
  const { rows, isAll } = select.selection;
  if (isAll || list.kind === 'trash' || rows.size >= total) return null;
  return (
    <Button variant="quiet" size="small" className={styles.matching ?? ''} onClick={select.selectMatching}>
      {mail.selectMatching(total)}
    </Button>
  );
}
