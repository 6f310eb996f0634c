// The rows of a virtual list: which are rendered, at which position, and how a list longer than an element scrolls.
import { expect, test } from 'vitest';
import {
  DOWNWARD,
  elementHeight,
  lastTop,
  MAX_HEIGHT,
  MAX_ROWS,
  rowAfterKey,
  rowsAt,
  scrolledTo,
  scrollOf,
  topToShow,
  UPWARD,
} from '../../../web/src/ui/lists/virtual-window.ts';

const short = { count: 1000, rowHeight: 64, viewport: 800 };
const long = { count: 1_000_000, rowHeight: 64, viewport: 800 };

test('the visible rows and some around them are rendered, more of them where the list is scrolled to', () => {
  expect(rowsAt(0, short, DOWNWARD)).toEqual({ first: 0, last: 23 });
  expect(rowsAt(6400, short, DOWNWARD)).toEqual({ first: 97, last: 123 });
  expect(rowsAt(6400, short, UPWARD)).toEqual({ first: 90, last: 116 });
  expect(rowsAt(lastTop(short), short, DOWNWARD)).toEqual({ first: 984, last: 999 });
});

test('an empty list has no rows, and a list that became shorter has its last ones', () => {
  expect(rowsAt(0, { ...short, count: 0 }, DOWNWARD)).toEqual({ first: 0, last: -1 });
  expect(rowsAt(60_000, { ...short, count: 3 }, DOWNWARD)).toEqual({ first: 2, last: 2 });
});

test('no more than 60 rows are rendered with the focused one, also on tall screens', () => {
  for (const viewport of [100, 800, 1440, 2560])
    for (const top of [0, 5000, 5033])
      for (const overscan of [DOWNWARD, UPWARD]) {
        const { first, last } = rowsAt(top, { count: 1_000_000, rowHeight: 48, viewport }, overscan);
        expect(last - first + 2).toBeLessThanOrEqual(MAX_ROWS);
        expect(first * 48).toBeLessThanOrEqual(top);
        expect((last + 1) * 48).toBeGreaterThanOrEqual(top + viewport);
      }
});

test('a list within the limit of the browser scrolls by itself', () => {
  expect(elementHeight(short)).toBe(64_000);
  expect(scrolledTo(1234, { top: 0, scroll: 0 }, short)).toEqual({ top: 1234, scroll: 1234 });
  expect(scrollOf(1234, short)).toBe(1234);
});

test('a list beyond the limit reaches its last row and its first one', () => {
  expect(elementHeight(long)).toBe(MAX_HEIGHT);
  const end = scrolledTo(MAX_HEIGHT - 800, { top: 0, scroll: 0 }, long);
  expect(end.top).toBe(64_000_000 - 800);
  expect(rowsAt(end.top, long, DOWNWARD).last).toBe(999_999);
  expect(scrolledTo(0, end, long).top).toBe(0);
});

test('beyond the limit, small steps move by pixels and large ones in proportion', () => {
  const from = { top: 32_000_000, scroll: scrollOf(32_000_000, long) };
  expect(scrolledTo(from.scroll + 100, from, long).top).toBe(32_000_100);
  expect(scrolledTo(from.scroll + 1_000_000, from, long).top).toBeCloseTo(38_400_000, -4);
});

test('a row that is not visible is shown at the nearest edge, and a visible one stays', () => {
  expect(topToShow(0, 640, short, 'nearest')).toBe(0);
  expect(topToShow(12, 640, short, 'nearest')).toBe(640);
  expect(topToShow(30, 640, short, 'nearest')).toBe(31 * 64 - 800);
  expect(topToShow(500, 0, short, 'start')).toBe(32_000);
  expect(topToShow(500, 0, short, 'center')).toBe(32_000 + 32 - 400);
  expect(topToShow(999, 0, short, 'start')).toBe(lastTop(short));
});

test('keys move by rows, pages and to the ends, and stop there', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'j'];
  expect(keys.map((key) => rowAfterKey(key, 50, short))).toEqual([51, 49, 61, 39, 0, 999, undefined]);
  expect(rowAfterKey('ArrowUp', 0, short)).toBe(0);
  expect(rowAfterKey('PageDown', 998, short)).toBe(999);
  expect(rowAfterKey('Home', 0, { ...short, count: 0 })).toBeUndefined();
});
