// A small month in the sidebar: shows where the calendar is, and goes to any day.
import { useEffect, useState } from 'react';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ChevronLeft, ChevronRight } from '../../ui/icons.ts';
import { addDays } from '../../words/days.ts';
import { dayOf } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { dateText, goToView } from '../calendar-address.ts';
import { type CalendarView, rangeOf, stepDate, type WeekStart } from '../calendar-days.ts';
import styles from './mini-month.module.css';

export function MiniMonth({ view, date, weekStart }: { view: CalendarView; date: string; weekStart: WeekStart }) {
  const { calendar } = useWords();
  const [month, setMonth] = useState(date);
  useEffect(() => setMonth(date), [date]);
  const { from } = rangeOf('month', month, weekStart);
  const shown = rangeOf(view === 'agenda' ? 'day' : view, date, weekStart);
  const today = dayOf(new Date());
  const days = Array.from({ length: 42 }, (_, index) => addDays(from, index));
  return (
    <section className={styles.month} aria-label={calendar.monthOverview}>
      <header className={styles.header}>
        <h2 className={styles.title}>{dateText(month, { month: 'long', year: 'numeric' })}</h2>
        <IconButton
          size="small"
          label={calendar.previousMonth}
          icon={<ChevronLeft />}
          onClick={() => setMonth(stepDate('month', month, -1))}
        />
        <IconButton
          size="small"
          label={calendar.nextMonth}
          icon={<ChevronRight />}
          onClick={() => setMonth(stepDate('month', month, 1))}
        />
      </header>
      <div className={styles.days}>
        {days.slice(0, 7).map((day) => (
          <span key={day} className={styles.weekday} aria-hidden>
            {dateText(day, { weekday: 'narrow' })}
          </span>
        ))}
        {days.map((day) => (
          <button
            key={day}
            type="button"
            className={styles.day}
            tabIndex={day === (date.slice(0, 7) === month.slice(0, 7) ? date : `${month.slice(0, 7)}-01`) ? 0 : -1}
            data-other={day.slice(0, 7) !== month.slice(0, 7) || undefined}
            data-shown={(view !== 'month' && day >= shown.from && day <= shown.to) || undefined}
            aria-current={day === today ? 'date' : undefined}
            aria-label={dateText(day, { weekday: 'long', day: 'numeric', month: 'long' })}
            onClick={() => goToView(view, day)}
            onKeyDown={(event) => {
              const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
              if (!step) return;
              event.preventDefault();
              moveFocus(event.currentTarget, step);
            }}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
    </section>
  );
}

function moveFocus(button: HTMLElement, step: number): void {
  const all = [...(button.parentElement?.querySelectorAll('button') ?? [])];
  all[all.indexOf(button as HTMLButtonElement) + step]?.focus();
}
