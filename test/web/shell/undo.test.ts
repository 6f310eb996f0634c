// The key that undoes: the last change of any area, then the one before.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { offerUndo, undoLast, withdrawUndo, withdrawUndoOfMail } from '../../../web/src/shell/undo.ts';
import { currentToasts, dismissToast } from '../../../web/src/ui/feedback/toast.ts';

let undone: string[];
const offer = (name: string) => offerUndo(name, () => undone.push(name));
const texts = () => currentToasts().map(({ text }) => text);

beforeEach(() => {
  undone = [];
});
// Other files of tests have the same messages.
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test('changes are undone one after the other, with their messages', () => {
  offer('Archived');
  offer('Sending');
  undoLast();
  expect([undone, texts()]).toEqual([['Sending'], ['Archived']]);
  undoLast();
  undoLast();
  expect([undone, texts()]).toEqual([['Sending', 'Archived'], ['There is nothing to undo.']]);
});

test('a change can be undone after its message has closed, and only once', () => {
  dismissToast(offer('Archived'));
  offer('Moved');
  currentToasts()[0]?.action?.run();
  undoLast();
  expect(undone).toEqual(['Moved', 'Archived']);
});

test('a change that was refused cannot be undone', () => {
  withdrawUndo(offer('Moved'));
  undoLast();
  expect([undone, texts()]).toEqual([[], ['There is nothing to undo.']]);
});

test('of a mail that is edited, nothing can be undone any more, also when its message has closed', () => {
  offerUndo('Cancelled', () => undone.push('Cancelled'), { mail: 'one' });
  dismissToast(offerUndo('Closed', () => undone.push('Closed'), { mail: 'one' }));
  offerUndo('Other', () => undone.push('Other'), { mail: 'two' });
  withdrawUndoOfMail('one');
  expect(texts()).toEqual(['Other']);
  undoLast();
  undoLast();
  expect([undone, texts()]).toEqual([['Other'], ['There is nothing to undo.']]);
});
