// Where menus and popovers are placed next to their anchor.
import { expect, test } from 'vitest';
import { place } from '../../../web/src/ui/overlays/place.ts';

const viewport = { width: 1000, height: 600 };
const size = { width: 200, height: 300 };

test('a panel is below its anchor, at its start or its end', () => {
  const anchor = { left: 400, top: 100, width: 80, height: 30 };
  expect(place({ anchor, size, viewport })).toMatchObject({ left: 400, top: 134, side: 'bottom' });
  expect(place({ anchor, size, viewport, align: 'end' })).toMatchObject({ left: 280, top: 134 });
  expect(place({ anchor, size, viewport, align: 'center' })).toMatchObject({ left: 340, top: 134 });
});

test('a panel without room below is above its anchor', () => {
  const anchor = { left: 400, top: 500, width: 80, height: 30 };
  expect(place({ anchor, size, viewport })).toMatchObject({ top: 196, side: 'top' });
});

test('a panel is as high as there is room on the larger side', () => {
  const anchor = { left: 400, top: 200, width: 80, height: 30 };
  const placed = place({ anchor, size: { width: 200, height: 900 }, viewport });
  expect(placed).toMatchObject({ top: 234, maxHeight: 358, side: 'bottom' });
});

test('a panel stays inside of the viewport', () => {
  expect(place({ anchor: { left: 990, top: 10, width: 0, height: 0 }, size, viewport })).toMatchObject({ left: 792 });
  expect(place({ anchor: { left: -50, top: 10, width: 9, height: 9 }, size, viewport })).toMatchObject({ left: 8 });
});

test('a submenu is at the right of its item, or at the left without room there', () => {
  const anchor = { left: 400, top: 550, width: 200, height: 30 };
  const right = place({ anchor, size, viewport, side: 'right', gap: 2 });
  expect(right).toMatchObject({ left: 602, top: 292, side: 'right' });
  const left = place({ anchor: { ...anchor, left: 700 }, size, viewport, side: 'right', gap: 2 });
  expect(left).toMatchObject({ left: 498, side: 'left' });
});
