// Parts that every request passes: the counter of rates, the parser of JSON, its line in the log and its metrics.
import fc from 'fast-check';
import { type FastifyBaseLogger, fastify } from 'fastify';
import { type Logger, pino } from 'pino';
import { Histogram, Registry } from 'prom-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError, type ErrorCode } from '../../src/errors.ts';
import { addHistogram } from '../../src/http/histogram.ts';
import { parseJson } from '../../src/http/json.ts';
import { createRateCounter } from '../../src/http/load/rates.ts';
import { sendError } from '../../src/http/refusals.ts';
import { lazyChild } from '../../src/http/request-log.ts';
import { limits } from '../../src/limits.ts';

describe('the counter of rates', () => {
  afterEach(() => void vi.useRealTimers());

  it('lets a key come so often in the minute that its first time begins, and then tells how long to wait', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const count = createRateCounter(2);
    expect([count('one'), count('one')]).toEqual([0, 0]);
    vi.advanceTimersByTime(20_500);
    expect([count('one'), count('other'), count('one')]).toEqual([40, 0, 40]);
    vi.advanceTimersByTime(39_499);
    expect(count('one')).toBe(1);
    vi.advanceTimersByTime(1);
    expect([count('one'), count('one'), count('one')]).toEqual([0, 0, 60]);
    expect([count('other'), count('other')]).toEqual([0, 21]);
  });

  it('forgets the oldest under a flood of keys, and no others', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const count = createRateCounter(1);
    count('first');
    count('second');
    for (let key = 0; key < 4999; key++) count(`key ${key}`);
    expect([count('second'), count('first')]).toEqual([60, 0]);
  });
});

describe('the depth of a body', () => {
  const nested = (depth: number, inner: string) => `${'[{"a":'.repeat(depth / 2)}${inner}${'}]'.repeat(depth / 2)}`;
  const tricky = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', 'a', ' ', 'é', '\n', '\u0000') });

  it('is counted outside of strings only, whatever they hold', () => {
    fc.assert(
      fc.property(tricky, tricky, (key, text) => {
        const json = (depth: number) => nested(depth, JSON.stringify({ [`k${key}`]: [text, `${text}"[`] }));
        expect(parseJson(json(limits.jsonDepth - 2))).toEqual(JSON.parse(json(limits.jsonDepth - 2)));
        expect(() => parseJson(json(limits.jsonDepth))).toThrow('nested more than');
      }),
    );
  });

  it('does not make a text that is no JSON slow, nor pass it', () => {
    for (const text of ['"', '\\"', `"${'\\'.repeat(1_000_000)}`, `"${'\\"'.repeat(1_000_000)}`, `{"a":"\\\\"`])
      expect(() => parseJson(text)).toThrow('not valid JSON');
  });
});

describe('a histogram', () => {
  it('reads as the one of prom-client does', async () => {
    const [ours, theirs] = [new Registry(), new Registry()];
    const series = addHistogram(ours, 'some_seconds', 'Some times.');
    const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
    const histogram = new Histogram({
      name: 'some_seconds',
      help: 'Some times.',
      labelNames: ['method', 'route'],
      buckets,
      registers: [theirs],
    });
    for (const route of ['/a', '/a/:id']) {
      const labels = { method: 'GET', route };
      const observe = series(labels);
      for (const seconds of [0, 0.0005, 0.00051, 0.3, 0.25, 10, 11]) {
        observe(seconds);
        histogram.observe(labels, seconds);
      }
    }
    expect(await ours.metrics()).toBe(await theirs.metrics());
  });
});

describe('the logger of a request', () => {
  it('is made when it is first used, once, and writes the id of the request', () => {
    const lines: string[] = [];
    const logger: Logger = pino({ base: undefined }, { write: (line) => void lines.push(line) });
    const child = vi.spyOn(logger, 'child');
    const log = lazyChild(logger, { request_id: 'seven' });
    expect(child).not.toHaveBeenCalled();
    log.error({ err: new Error('no') }, 'request failed');
    log.warn('and more');
    expect(child).toHaveBeenCalledTimes(1);
    log.child({ part: 'feed' }).info('below');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, request_id: 'seven', msg: 'request failed', err: { message: 'no' } },
      { level: 40, request_id: 'seven', msg: 'and more' },
      { level: 30, request_id: 'seven', part: 'feed', msg: 'below' },
    ]);
  });
});

describe('the log of a failed request', () => {
  it.each<[code: ErrorCode, lines: number]>([
    ['INTERNAL_ERROR', 1],
    ['SERVICE_UNAVAILABLE', 0],
    ['IMAGE_UNAVAILABLE', 0],
  ])('for %s has %i errors', async (code, expected) => {
    const lines: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
    const app = fastify({ loggerInstance: logger as FastifyBaseLogger });
    app.setErrorHandler(sendError);
    app.get('/', async () => {
      throw new AppError(code);
    });
    await app.inject('/');
    expect(lines.length).toBe(expected);
    await app.close();
  });
});
