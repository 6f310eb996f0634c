// Hostile input against one real service: never a 5xx, never a hang, never a word of the
// machinery in an answer; and after all of it the service is healthy and its data is sound. Each part is a file of
// test/hostile, named after the risk. What is decided before the store is asked is in hostile-requests.test.ts.
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { afterwards } from '../hostile/afterwards.ts';
import { hostileBodies } from '../hostile/bodies.ts';
import { hostileQueries } from '../hostile/injection.ts';
import { hostilePatterns } from '../hostile/patterns.ts';
import { pollution } from '../hostile/pollution.ts';
import { randomBodies } from '../hostile/random.ts';
import { hostileTexts } from '../hostile/texts.ts';
import { startVictim, type Victim } from '../hostile/victim.ts';

// A test may ask often; it is each request that has a deadline.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

let victim: Victim;
const current = () => victim;
beforeAll(async () => {
  victim = await startVictim();
});

describe('hostile bodies', () => hostileBodies(current));
describe('hostile text', () => hostileTexts(current));
describe('hostile queries', () => hostileQueries(current));
describe('hostile patterns', () => hostilePatterns(current));
describe('random bodies', () => randomBodies(current));
describe('pollution', pollution);

describe('after all of it', () => afterwards(current));

afterAll(() => victim.stop());
