// The look of FullCalendar: it takes a class for each of its parts, and these are ours. Without a theme it only has
// positions (skeleton.css).
import type { CalendarOptions, EventDisplayInfo } from '@fullcalendar/react';
import { classes } from '../../ui/classes.ts';
import type { Hue } from '../../ui/hues.ts';
import hues from '../hues.module.css';
import styles from './grid.module.css';

function hueClass(hue: Hue): string {
  return hues[hue] ?? '';
}

function eventClass(info: EventDisplayInfo): string {
  const { hue, isCancelled, isTentative } = info.event.extendedProps as GridEventProps;
  return classes(
    styles.event,
    hueClass(hue ?? 'blue'),
    info.isMirror && styles.mirror,
    info.isDragging && styles.dragging,
    info.isSelected && styles.selected,
    info.isPast && styles.past,
    isCancelled && styles.cancelled,
    isTentative && styles.tentative,
  );
}

export interface GridEventProps {
  hue?: Hue;
  isCancelled?: boolean;
  isTentative?: boolean;
}

export const theme: CalendarOptions = {
  className: styles.calendar,
  viewClass: styles.view,
  tableHeaderClass: styles.header,
  dayHeaderRowClass: styles.headerRow,
  dayHeaderClass: (info) => classes(styles.dayHeader, info.isToday && styles.today),
  dayHeaderInnerClass: styles.dayHeaderInner,
  dayHeaderAlign: 'center',
  dayHeaderDividerClass: styles.divider,
  dayRowClass: styles.row,
  dayCellClass: (info) => classes(styles.dayCell, info.isOther && styles.otherMonth, info.isToday && styles.today),
  dayCellTopClass: styles.dayCellTop,
  dayCellTopInnerClass: styles.dayNumber,
  dayCellBottomClass: styles.dayCellBottom,
  dayLaneClass: (info) => classes(styles.lane, info.isToday && styles.today),
  dayLaneInnerClass: styles.laneInner,
  slotLaneClass: (info) => classes(styles.slot, info.isMinor && styles.minorSlot),
  slotHeaderClass: styles.slotHeader,
  slotHeaderInnerClass: styles.slotHeaderInner,
  slotHeaderDividerClass: styles.slotHeaderDivider,
  allDayHeaderClass: styles.allDayHeader,
  allDayHeaderInnerClass: styles.allDayHeaderInner,
  allDayDividerClass: styles.divider,
  weekNumberHeaderClass: styles.weekNumberHeader,
  weekNumberHeaderInnerClass: styles.weekNumber,
  inlineWeekNumberClass: classes(styles.weekNumber, styles.inlineWeekNumber),
  navLinkClass: styles.navLink,
  nonBusinessHoursClass: styles.nonWorking,
  highlightClass: styles.highlight,
  nowIndicatorLineClass: styles.nowLine,
  nowIndicatorDotClass: styles.nowDot,
  fillerClass: styles.filler,
  eventClass,
  blockEventClass: styles.block,
  rowEventClass: (info) => classes(styles.rowEvent, info.isStart && styles.isStart, info.isEnd && styles.isEnd),
  rowEventInnerClass: styles.rowEventInner,
  rowEventBeforeClass: (info) => (info.isStartResizable ? classes(styles.rowResizer, styles.atStart) : ''),
  rowEventAfterClass: (info) => (info.isEndResizable ? classes(styles.rowResizer, styles.atEnd) : ''),
  columnEventClass: styles.columnEvent,
  columnEventInnerClass: (info) => classes(styles.columnEventInner, info.isShort && styles.short),
  columnEventBeforeClass: (info) => (info.isStartResizable ? classes(styles.columnResizer, styles.atTop) : ''),
  columnEventAfterClass: (info) => (info.isEndResizable ? classes(styles.columnResizer, styles.atBottom) : ''),
  listItemEventClass: styles.listItemEvent,
  listItemEventInnerClass: styles.rowEventInner,
  listItemEventBeforeClass: styles.dot,
  moreLinkClass: styles.moreLink,
  moreLinkInnerClass: styles.moreLinkInner,
  popoverClass: styles.popover,
  popoverCloseClass: styles.popoverClose,
};
