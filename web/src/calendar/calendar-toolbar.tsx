// What the header of the calendar has: periods, views, options, and a new event.
import { setPreferences, usePreferences } from '../data/storage/preferences.ts';
import { goTo } from '../shell/navigation/navigation-state.ts';
import { TRASH_PATHS } from '../shell/navigation/trash-parts.ts';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Segmented } from '../ui/controls/segmented.tsx';
import { Add, Check, ChevronLeft, ChevronRight, Options, Trash } from '../ui/icons.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import { MenuCheckboxItem, MenuItem, MenuLabel, MenuSeparator } from '../ui/overlays/menu-items.tsx';
import { PHONE, SMALL_DESKTOP, useMedia } from '../ui/use-media.ts';
import { useWords } from '../words/words.ts';
import { type CalendarView, VIEWS } from './calendar-days.ts';
import styles from './calendar-toolbar.module.css';

/** The views with a button of their own; the menu has all of them. */
const WIDE_VIEWS = VIEWS.filter((view) => view !== 'days');

export interface CalendarToolbarProps {
  view: CalendarView;
  onView: (view: CalendarView) => void;
  onPeriod: (step: 1 | -1 | 0) => void;
  onNew: () => void;
  onSecondZone: () => void;
}

export function CalendarToolbar({ view, onView, onPeriod, onNew, onSecondZone }: CalendarToolbarProps) {
  const { calendar, common } = useWords();
  const isPhone = useMedia(PHONE);
  const isNarrow = useMedia(SMALL_DESKTOP);
  return (
    <div className={styles.toolbar}>
      <div className={styles.periods}>
        <IconButton label={calendar.previous} keys="k" icon={<ChevronLeft />} onClick={() => onPeriod(-1)} />
        <Button size="small" onClick={() => onPeriod(0)}>
          {common.today}
        </Button>
        <IconButton label={calendar.next} keys="j" icon={<ChevronRight />} onClick={() => onPeriod(1)} />
      </div>
      {!isPhone && (
        <Segmented
          label={calendar.view}
          value={view}
          onChange={onView}
          options={WIDE_VIEWS.map((value) => ({ value, label: calendar.views[value] }))}
        />
      )}
      <OptionsMenu view={view} onView={onView} onSecondZone={onSecondZone} />
      {isNarrow ? (
        <IconButton label={calendar.newEvent} icon={<Add />} onClick={onNew} />
      ) : (
        <Button variant="primary" icon={<Add />} onClick={onNew}>
          {calendar.newEvent}
        </Button>
      )}
    </div>
  );
}

type OptionsMenuProps = Pick<CalendarToolbarProps, 'view' | 'onView' | 'onSecondZone'>;

function OptionsMenu({ view, onView, onSecondZone }: OptionsMenuProps) {
  const { calendar, deleted } = useWords();
  const { secondZone, weekNumbers } = usePreferences();
  return (
    <Menu label={calendar.options} align="end" trigger={<IconButton label={calendar.options} icon={<Options />} />}>
      <MenuLabel>{calendar.view}</MenuLabel>
      {VIEWS.map((value) => (
        <MenuItem key={value} icon={value === view ? <Check /> : <span />} onSelect={() => onView(value)}>
          {calendar.views[value]}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuCheckboxItem checked={weekNumbers} onChange={(shown) => setPreferences({ weekNumbers: shown })}>
        {calendar.weekNumbers}
      </MenuCheckboxItem>
      <MenuItem onSelect={onSecondZone}>{calendar.chooseSecondZone}</MenuItem>
      {secondZone && (
        <MenuItem onSelect={() => setPreferences({ secondZone: null })}>
          {calendar.removeSecondZone(secondZone)}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash />} onSelect={() => goTo(TRASH_PATHS.events)}>
        {deleted.titles.events}
      </MenuItem>
    </Menu>
  );
}
