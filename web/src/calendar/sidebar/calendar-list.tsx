// The calendars in the sidebar: which ones are shown, their colours, and what can be done with each.
import { useState } from 'react';
import type { Calendar } from '../../data/types.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { hueStyle } from '../../ui/hues.ts';
import { Add, Check, Edit, Eye, More, Trash } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { MenuItem } from '../../ui/overlays/menu-items.tsx';
import { useWords } from '../../words/words.ts';
import { CalendarDialog } from './calendar-dialog.tsx';
import styles from './calendar-list.module.css';
import {
  BIRTHDAYS,
  calendarTitle,
  DEFAULT_CALENDAR,
  hueOfCalendar,
  setCalendarVisible,
  useCalendars,
} from './calendars.ts';
import { DeleteCalendar } from './delete-calendar.tsx';

type Open = { kind: 'new' } | { kind: 'edit' | 'delete'; calendar: Calendar } | null;

export function CalendarList() {
  const { calendar } = useWords();
  const calendars = useCalendars();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <section className={styles.section} aria-labelledby="calendars-title">
      <header className={styles.header}>
        <h2 id="calendars-title" className={styles.title}>
          {calendar.calendars}
        </h2>
        <IconButton size="small" label={calendar.newCalendar} icon={<Add />} onClick={() => setOpen({ kind: 'new' })} />
      </header>
      <ul>
        {calendars.map((one) => (
          <Row key={one.name} calendar={one} all={calendars} onOpen={(kind) => setOpen({ kind, calendar: one })} />
        ))}
      </ul>
      {open?.kind === 'new' && <CalendarDialog onClose={close} />}
      {open?.kind === 'edit' && <CalendarDialog calendar={open.calendar} onClose={close} />}
      {open?.kind === 'delete' && <DeleteCalendar calendar={open.calendar} onClose={close} />}
    </section>
  );
}

interface RowProps {
  calendar: Calendar;
  all: readonly Calendar[];
  onOpen: (kind: 'edit' | 'delete') => void;
}

function Row({ calendar: one, all, onOpen }: RowProps) {
  const { calendar, common } = useWords();
  const title = calendarTitle(one.name);
  const isFixed = one.name === DEFAULT_CALENDAR || one.name === BIRTHDAYS || one.is_read_only;
  const show = (name: string, isVisible: boolean) => void setCalendarVisible(name, isVisible).catch(showRefusal);
  const showOnly = () => {
    for (const { name, is_visible } of all) if (is_visible !== (name === one.name)) show(name, name === one.name);
  };
  return (
    <li className={styles.row}>
      <label className={styles.label} style={hueStyle(hueOfCalendar(one))}>
        <input
          type="checkbox"
          className="visually-hidden"
          checked={one.is_visible}
          onChange={({ currentTarget }) => show(one.name, currentTarget.checked)}
        />
        <span className={styles.box}>
          <Check aria-hidden />
        </span>
        <span className={styles.name}>{title}</span>
      </label>
      <Menu
        label={calendar.actionsOf(title)}
        align="end"
        trigger={<IconButton size="small" className={styles.more} label={calendar.actionsOf(title)} icon={<More />} />}
      >
        <MenuItem icon={<Edit />} onSelect={() => onOpen('edit')}>
          {common.edit}
        </MenuItem>
        <MenuItem icon={<Eye />} onSelect={showOnly}>
          {calendar.showOnly}
        </MenuItem>
        {!isFixed && (
          <MenuItem icon={<Trash />} destructive onSelect={() => onOpen('delete')}>
            {common.delete}
          </MenuItem>
        )}
      </Menu>
    </li>
  );
}
