// The heading of a day in the grid. FullCalendar names its link without the weekday, and shorter in a narrow window; the
// name begins with what is seen, so that it can be said to a browser (WCAG 2.5.3).
import type { DayHeaderInfo } from '@fullcalendar/react';
import { useLayoutEffect, useRef } from 'react';
import styles from './grid.module.css';

export function DayHeader({ weekdayText, dayNumberText, text }: DayHeaderInfo) {
  const content = useRef<HTMLSpanElement>(null);
  const day = useRef('');
  const label = useRef('');
  useLayoutEffect(() => {
    const link = content.current?.closest('[role="link"]');
    if (!link) return;
    const shown = link.getAttribute('aria-label') ?? '';
    if (shown !== label.current) day.current = shown; // FullCalendar has given it another day
    label.current = `${weekdayText} ${dayNumberText}, ${day.current}`;
    link.setAttribute('aria-label', label.current);
  });
  if (!dayNumberText || !weekdayText) return <span ref={content}>{text}</span>;
  return (
    <>
      <span ref={content}>{weekdayText}</span> <span className={styles.headerDay}>{dayNumberText}</span>
    </>
  );
}
