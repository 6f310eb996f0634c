// Actions for deleted events and contacts: the way to their lists, and what can be done with the row that has the focus.

import type { Action } from '../shell/actions/action.ts';
import { goTo } from '../shell/navigation/navigation-state.ts';
import { TRASH_PATHS } from '../shell/navigation/trash-parts.ts';
import { Restore, Trash } from '../ui/icons.ts';
import type { DeletedKind } from './deleted-item.ts';

const GROUPS: readonly (readonly [DeletedKind, Action['group']])[] = [
  ['events', 'calendar'],
  ['contacts', 'contacts'],
];

export const deletedActions: readonly Action[] = GROUPS.flatMap(([kind, group]): Action[] => [
  {
    id: `deleted-${kind}`,
    label: (w) => w.deleted.titles[kind],
    group,
    icon: Trash,
    run: () => goTo(TRASH_PATHS[kind]),
  },
  {
    id: `restore-${kind}`,
    label: (w) => w.deleted.restoreOne[kind],
    group,
    keys: ['e'],
    icon: Restore,
    isAvailable: ({ deleted }) => deleted?.kind === kind,
    run: ({ deleted }) => deleted?.restore(),
  },
  {
    id: `erase-${kind}`,
    label: (w) => w.deleted.eraseOne[kind],
    group,
    keys: ['#', 'Delete'],
    icon: Trash,
    isAvailable: ({ deleted }) => deleted?.kind === kind,
    run: ({ deleted }) => deleted?.erase(),
  },
]);
