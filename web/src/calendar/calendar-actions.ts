// Actions of the calendar: views, periods, and a new event from any screen.

import type { Action, KeyHelp } from '../shell/actions/action.ts';
import { goTo } from '../shell/navigation/navigation-state.ts';
import { CalendarRange, ChevronLeft, ChevronRight, NewEvent, Today } from '../ui/icons.ts';
import type { CalendarView } from './calendar-days.ts';
import { openEditor } from './editor/editor-store.ts';

const VIEW_KEYS: readonly (readonly [CalendarView, string])[] = [
  ['month', 'm'],
  ['week', 'w'],
  ['days', 'x'],
  ['day', 'd'],
  ['agenda', 'a'],
];

export const calendarActions: readonly Action[] = [
  {
    id: 'new-event',
    label: (w) => w.shell.newEvent,
    group: 'create',
    icon: NewEvent,
    isAvailable: ({ newEvent }) => newEvent === undefined,
    run: () => {
      goTo('/calendar');
      openEditor({});
    },
  },
  {
    id: 'new-event-here',
    label: (w) => w.shell.newEvent,
    group: 'calendar',
    keys: ['n'],
    icon: NewEvent,
    isAvailable: ({ newEvent }) => newEvent !== undefined,
    run: ({ newEvent }) => newEvent?.(),
  },
  {
    id: 'calendar-today',
    label: (w) => w.common.today,
    group: 'calendar',
    keys: ['t'],
    icon: Today,
    isAvailable: ({ showPeriod }) => showPeriod !== undefined,
    run: ({ showPeriod }) => showPeriod?.(0),
  },
  {
    id: 'calendar-next',
    label: (w) => w.calendar.next,
    group: 'calendar',
    keys: ['j', 'ArrowRight'],
    icon: ChevronRight,
    isAvailable: ({ showPeriod }) => showPeriod !== undefined,
    run: ({ showPeriod }) => showPeriod?.(1),
  },
  {
    id: 'calendar-previous',
    label: (w) => w.calendar.previous,
    group: 'calendar',
    keys: ['k', 'p', 'ArrowLeft'],
    icon: ChevronLeft,
    isAvailable: ({ showPeriod }) => showPeriod !== undefined,
    run: ({ showPeriod }) => showPeriod?.(-1),
  },
  ...VIEW_KEYS.map(
    ([view, key]): Action => ({
      id: `calendar-${view}`,
      label: (w) => w.calendar.views[view],
      group: 'calendar',
      keys: [key],
      icon: CalendarRange,
      isAvailable: ({ showView }) => showView !== undefined,
      run: ({ showView }) => showView?.(view),
    }),
  ),
];

/** Keys of the grid, for the event or the time that has the focus (grid-keys.ts). */
export const calendarKeys: readonly KeyHelp[] = [
  { id: 'grid-open', group: 'calendar', label: (w) => w.calendar.keys.open, keys: ['Enter'] },
  { id: 'grid-edit', group: 'calendar', label: (w) => w.calendar.keys.edit, keys: ['e'] },
  { id: 'grid-remove', group: 'calendar', label: (w) => w.calendar.keys.remove, keys: ['Delete'] },
  { id: 'grid-move', group: 'calendar', label: (w) => w.calendar.keys.move, keys: ['Alt+ArrowDown', 'Alt+ArrowRight'] },
  { id: 'grid-resize', group: 'calendar', label: (w) => w.calendar.keys.resize, keys: ['Alt+Shift+ArrowDown'] },
  { id: 'grid-extend', group: 'calendar', label: (w) => w.calendar.keys.extend, keys: ['Shift+ArrowDown'] },
];
