// Actions of search and help.

import type { Action } from '../shell/actions/action.ts';
import { goTo } from '../shell/navigation/navigation-state.ts';
import { Command, Keyboard, Search } from '../ui/icons.ts';
import { openOverlay } from './overlays.ts';

export const searchActions: readonly Action[] = [
  {
    id: 'search',
    label: (w) => w.shell.search,
    group: 'go',
    keys: ['/', 'g /'],
    icon: Search,
    run: () => goTo('/search'),
  },
  {
    id: 'palette',
    label: (w) => w.shell.commands,
    group: 'app',
    keys: ['mod+k'],
    icon: Command,
    run: () => openOverlay('palette'),
  },
  {
    id: 'shortcuts',
    label: (w) => w.shell.shortcuts,
    group: 'app',
    keys: ['?'],
    icon: Keyboard,
    run: () => openOverlay('shortcuts'),
  },
];
