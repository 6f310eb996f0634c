// The position of a live copy in the change log: which changes are new, and when the log is another one.
import { expect, it } from 'vitest';
import { createPosition } from '../../client/src/replica/position.ts';

const change = (seq: number, timestamp = `2026-03-01T09:00:0${seq}Z`) => ({ seq, timestamp });
const EXPIRED = expect.objectContaining({ code: 'CURSOR_EXPIRED' });

it('a change is new once', () => {
  const position = createPosition();
  position.startAt({ seq: 3 });
  expect([5, 5, 6].map((seq) => position.accept(change(seq)))).toEqual([true, false, true]);
  position.reach(9); // changes that a filter leaves out
  position.reach(8);
  expect(position.place).toEqual({ seq: 9, mark: change(6) });
});

it('the log is read from the last change that was received, which comes again', () => {
  const position = createPosition();
  position.startAt({ seq: 3 });
  expect(position.since()).toBe(3);
  position.accept(change(5));
  position.reach(7);
  expect(position.since()).toBe(4);
  expect([position.accept(change(5)), position.accept(change(8))]).toEqual([false, true]);
});

it.each([
  ['its time is another', (position: ReturnType<typeof createPosition>) => position.accept(change(5, 'later'))],
  ['another change comes instead', (position: ReturnType<typeof createPosition>) => position.accept(change(6))],
  ['it does not come', (position: ReturnType<typeof createPosition>) => position.reach(9)],
])('the log is another one if %s', (_, next) => {
  const position = createPosition();
  position.accept(change(5));
  position.since();
  expect(() => next(position)).toThrow(EXPIRED);
});

it('the log is another one if it has a change that did not come before what was reached', () => {
  const position = createPosition();
  position.accept(change(5));
  position.reach(9);
  position.since();
  expect(position.accept(change(5))).toBe(false);
  expect(() => position.accept(change(7))).toThrow(EXPIRED);
});
