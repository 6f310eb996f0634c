// The threads that sanitise HTML are shared between users, and what they have done is kept.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { createCleanedTexts } from '../../src/mail/html/cleaned-texts.ts';
import { createHtmlCleaner } from '../../src/mail/html/html-cleaner.ts';
import type { CleaningWork } from '../../src/mail/html/safe-html-thread.ts';
import { type WorkerPool, WorkerProblem } from '../../src/values/worker-pool.ts';

const showing = { remote: false as const, files: {} };
const ANN = 1;
const BOB = 2;
const CARL = 3;

/** A cleaner whose threads end a task on demand; `started` has the texts of those that were given to them. */
function start() {
  const started: string[] = [];
  const running = new Map<string, { done: (answer: unknown) => void; failed: (error: Error) => void }>();
  const pool = {
    ask: (task: CleaningWork) =>
      new Promise((done, failed) => {
        const text = 'html' in task ? task.html : 'plain' in task ? task.plain : task.lines;
        started.push(text);
        running.set(text, { done, failed });
      }),
    close: async () => {},
  } as unknown as WorkerPool;
  const take = (text: string) => {
    const one = running.get(text);
    running.delete(text);
    return one;
  };
  return {
    started,
    cleaner: createHtmlCleaner({ pool }),
    async end(text: string) {
      take(text)?.done({ text: `clean ${text}`, blocked: 0 });
      await setImmediate();
    },
    async fail(text: string) {
      take(text)?.failed(new WorkerProblem('slow'));
      await setImmediate();
    },
  };
}

describe('pages of several users', () => {
  it('are sanitised in two threads, one of each user in turn and one of a user at a time', async () => {
    const { cleaner, started, end } = start();
    for (const text of ['a1', 'a2', 'a3']) void cleaner.clean(ANN, text, null, showing);
    await setImmediate();
    expect(started).toEqual(['a1']);
    for (const text of ['b1', 'b2']) void cleaner.clean(BOB, text, null, showing);
    void cleaner.clean(CARL, 'c1', null, showing);
    await setImmediate();
    expect(started).toEqual(['a1', 'b1']);
    for (const text of ['b1', 'a1', 'b2', 'c1', 'a2']) await end(text);
    expect(started).toEqual(['a1', 'b1', 'b2', 'a2', 'c1', 'a3']);
  });

  it('also share them with the quotes of replies', async () => {
    const { cleaner, started } = start();
    void cleaner.lines(ANN, 'a1', 100);
    void cleaner.sanitize(ANN, 'a2', showing);
    void cleaner.lines(BOB, 'b1', 100);
    await setImmediate();
    expect(started).toEqual(['a1', 'b1']);
  });
});

describe('what was sanitised', () => {
  it('is kept for the same user, text and options', async () => {
    const { cleaner, started, end } = start();
    const first = cleaner.clean(ANN, 'x', null, showing);
    const same = cleaner.clean(ANN, 'x', null, { ...showing });
    await setImmediate();
    await end('x');
    expect([(await first).body, (await same).body]).toEqual(['clean x', 'clean x']);
    expect((await cleaner.clean(ANN, 'x', null, showing)).body).toBe('clean x');
    expect(started).toEqual(['x']);
  });

  const names = { mail: 'm', key: 'k' };
  it.each([
    ['folds quotes', { ...showing, fold: true }],
    ['shows remote images', { ...showing, remote: names }],
    ['names other files', { ...showing, files: { a: 'b' } }],
    ['leaves pictures out', { ...showing, pictures: 'none' as const }],
  ])('is sanitised again for a page that %s', async (_, other) => {
    const { cleaner, started, end } = start();
    for (const one of [showing, other, showing, other]) {
      const shown = cleaner.clean(ANN, 'x', null, one);
      await setImmediate();
      await end('x');
      await shown;
    }
    expect(started).toEqual(['x', 'x']);
  });

  it('is sanitised again for another user, for whom the time would tell that somebody has read it', async () => {
    const { cleaner, started, end } = start();
    for (const user of [ANN, BOB]) {
      const shown = cleaner.clean(user, 'x', null, showing);
      await setImmediate();
      await end('x');
      await shown;
    }
    expect(started).toEqual(['x', 'x']);
  });

  it('is tried again if it took too long', async () => {
    const { cleaner, started, end, fail } = start();
    const first = cleaner.sanitize(ANN, 'x', showing);
    await setImmediate();
    await fail('x');
    expect(await first).toBeNull();
    const second = cleaner.sanitize(ANN, 'x', showing);
    await setImmediate();
    await end('x');
    expect([await second, started]).toEqual(['clean x', ['x', 'x']]);
  });

  it('is kept up to a limit: the longest unused goes first, and long texts are not kept', async () => {
    const texts = createCleanedTexts<{ body: string }>(1000);
    const cleaned: string[] = [];
    const ask = (html: string, body = 'y'.repeat(200)) =>
      texts.of(ANN, { html, showing }, async () => {
        cleaned.push(html.slice(0, 5));
        return { body };
      });
    for (const html of ['1', '2', '3', '1', '4', '1', '3', '2']) await ask(html);
    expect(cleaned).toEqual(['1', '2', '3', '4', '2']);
    const long = 'long '.repeat(limits.largeText / 5 + 1);
    for (const html of [long, long]) await ask(html);
    for (const html of ['short', 'short']) await ask(html, long);
    expect(cleaned.slice(5)).toEqual(['long ', 'long ', 'short', 'short']);
  });
});
