// Hostile input whose fate is decided before the store is asked, or after it has answered: connections and WebSocket
// clients that break their protocol, bodies that are refused, addresses and HTML that are costly to read, series that are
// costly to expand. It is the same on every engine, so it runs once. hostile.test.ts has what is stored, indexed and searched.
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { afterwards } from '../hostile/afterwards.ts';
import { hostileConnections } from '../hostile/connections.ts';
import { longWork } from '../hostile/long-work.ts';
import { refusedBodies } from '../hostile/refused-bodies.ts';
import { hostileSeries } from '../hostile/series.ts';
import { hostileSockets } from '../hostile/sockets.ts';
import { startVictim, type Victim } from '../hostile/victim.ts';

// A test may ask often; it is each request that has a deadline.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

let victim: Victim;
const current = () => victim;
beforeAll(async () => {
  victim = await startVictim();
});

describe('hostile connections', () => hostileConnections(current));
describe('hostile sockets', () => hostileSockets(current));
describe('refused bodies', () => refusedBodies(current));
describe('long work', () => longWork(current));
describe('hostile series', () => hostileSeries(current));
describe('after all of it', () => afterwards(current));

afterAll(() => victim.stop());
