// Hostile input against one real service, over HTTP and raw sockets: never a 5xx, never a hang, never a word of the
// machinery in an answer; and after all of it the service is healthy and its data is sound. Each part is a file of
// test/hostile, named after the risk.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hostileBodies } from './hostile/bodies.ts';
import { hostileConnections } from './hostile/connections.ts';
import { hostileQueries } from './hostile/injection.ts';
import { hostilePatterns } from './hostile/patterns.ts';
import { pollution } from './hostile/pollution.ts';
import { randomBodies } from './hostile/random.ts';
import { hostileSeries } from './hostile/series.ts';
import { hostileSockets } from './hostile/sockets.ts';
import { hostileTexts } from './hostile/texts.ts';
import { startVictim, type Victim } from './hostile/victim.ts';
import { problemsOf } from './support/soundness.ts';

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
describe('hostile connections', () => hostileConnections(current));
describe('hostile sockets', () => hostileSockets(current));
describe('hostile patterns', () => hostilePatterns(current));
describe('hostile series', () => hostileSeries(current));
describe('random bodies', () => randomBodies(current));
describe('pollution', pollution);

describe('after all of it', () => {
  it('the service is healthy and takes new records', async () => {
    expect((await victim.ask('GET', '//health')).status).toBe(200);
    const { id } = await victim.make('/contacts', { display_name: 'the last one' });
    expect((await victim.ask('GET', `/contacts/${id}`)).body.data?.display_name).toBe('the last one');
  });

  it('nothing has failed inside the service', () => {
    expect(victim.complaints()).toEqual([]);
  });

  it('it stops when asked, though half a request is open', async () => {
    const halves = [
      '',
      'G',
      'GET /health HTTP/1.1\r\nHost: ',
      'POST /api/v1/contacts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ];
    for (const half of halves) {
      const socket = await victim.open();
      socket.on('error', () => {});
      socket.write(half);
    }
    expect(await victim.stop()).toMatchObject({ code: 0 });
  });

  it('its data is sound', async () => {
    expect(await problemsOf(victim.place)).toEqual([]);
  });
});

afterAll(() => victim.stop());
