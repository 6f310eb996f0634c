// The progress of a task ends with the task, also if the message that says so was missed.
import { afterEach, expect, it } from 'vitest';
import { emitMessage, emitResync } from '../../../web/src/data/live/feed.ts';
import type { Task } from '../../../web/src/data/types.ts';
import { runningTasks, watchTask } from '../../../web/src/mail/changes/task-progress.ts';

const RUNNING = { id: 'one', state: 'running', processed: 1, total: 3, failed: 0, errors: [] } as unknown as Task;
const DONE = { ...RUNNING, state: 'done', processed: 3 } as Task;

const shown = () => runningTasks.get().map(({ processed }) => processed);
const settled = () => new Promise((resolve) => setTimeout(resolve));
const announce = (task: Task) => emitMessage({ event: 'email.task_updated', data: task } as never);

afterEach(() => announce(DONE));

it('a task whose first answer is an error is followed by the messages about it', async () => {
  watchTask('one', () => Promise.reject(new Error('busy')));
  await settled();
  announce(RUNNING);
  expect(shown()).toEqual([1]);
  announce(DONE);
  expect(shown()).toEqual([]);
});

it('a task that ended while messages were missed ends with the resync', async () => {
  const answers = [RUNNING, DONE];
  watchTask('one', async () => answers.shift() ?? DONE);
  await settled();
  expect(shown()).toEqual([1]);
  emitResync();
  await settled();
  expect(shown()).toEqual([]);
});

it('a task that does not exist any more ends', async () => {
  const answers = [() => RUNNING];
  watchTask('one', async () => {
    const answer = answers.shift();
    if (!answer) throw Object.assign(new Error('There is no such task.'), { code: 'NOT_FOUND' });
    return answer();
  });
  await settled();
  emitResync();
  await settled();
  expect(shown()).toEqual([]);
});
