// Requests that wait for a turn of the event loop: one of each sender is taken in turn, however many connections it has,
// and however many credentials it invents.
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createSenders } from '../../../src/http/load/senders.ts';
import { addTurns } from '../../../src/http/load/turns.ts';
import { limits } from '../../../src/limits.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The users of credentials that were accepted. */
const users = new Map(Object.entries({ 'Bearer a': 1, 'Bearer a again': 1, 'Bearer b': 2, 'session=c': 3 }));
const senderOf = createSenders(({ headers }) => users.get(headers.authorization ?? headers.cookie ?? ''));

/** A server whose clock stands still; `pass` ends the turn that has begun. */
function start() {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const server = new EventEmitter();
  const served: string[] = [];
  server.on('request', ({ name }: { name: string }) => void served.push(name));
  const turns = addTurns(server as Server, senderOf);
  const ask = (name: string, headers: Record<string, string>, socket: object = {}) =>
    server.emit('request', { name, url: '/', headers, socket }, {});
  const pass = () => {
    turns.isOver();
    now += limits.turn;
  };
  return { turns, served, ask, pass };
}

async function later(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await setImmediate();
}

it('new requests of a sender with many connections wait behind one of each other sender', async () => {
  const { served, ask, pass } = start();
  pass();
  for (const name of ['a1', 'a2', 'a3']) ask(name, { authorization: 'Bearer a' });
  ask('b1', { authorization: 'Bearer b' });
  for (const name of ['c1', 'c2']) ask(name, { cookie: 'session=c' });
  for (const name of ['d1', 'd2']) ask(name, {}, { remoteAddress: '::1' });
  expect(served).toEqual([]);
  await later();
  expect(served).toEqual(['a1', 'b1', 'c1', 'd1', 'a2', 'c2', 'd2', 'a3']);
});

it('all credentials of a user have one turn, and those that are not valid have that of their address', async () => {
  const { served, ask, pass } = start();
  const here = () => ({ remoteAddress: '::1' });
  pass();
  ask('a1', { authorization: 'Bearer a' }, here());
  ask('a2', { authorization: 'Bearer a again' }, here());
  for (const name of ['x1', 'x2', 'x3']) ask(name, { authorization: `Bearer ${name}` }, here());
  for (const name of ['y1', 'y2']) ask(name, { cookie: `session=${name}` }, here());
  ask('none', {}, here());
  ask('b1', { authorization: 'Bearer b' }, here());
  ask('z1', { authorization: 'Bearer z1' }, { remoteAddress: '::2' });
  await later();
  expect(served).toEqual(['a1', 'x1', 'b1', 'z1', 'a2', 'x2', 'x3', 'y1', 'y2', 'none']);
});

it('a credential that is no longer valid loses its turn within half a second, also on its connection', async () => {
  const { served, ask, pass } = start();
  const [first, second] = [{ remoteAddress: '::1' }, { remoteAddress: '::1' }];
  pass();
  ask('b1', { authorization: 'Bearer b' }, first);
  users.delete('Bearer b');
  await later();
  for (let turn = 0; turn < limits.accessCheck / limits.turn; turn++) pass();
  pass();
  ask('x1', { authorization: 'Bearer x1' }, second);
  ask('b2', { authorization: 'Bearer b' }, first);
  ask('a1', { authorization: 'Bearer a' });
  await later();
  users.set('Bearer b', 2);
  expect(served).toEqual(['b1', 'x1', 'a1', 'b2']);
});

it('requests of one connection keep their order, whoever sends them', async () => {
  const { served, ask, pass } = start();
  pass();
  const shared = {};
  ask('a1', { authorization: 'Bearer a' }, shared);
  ask('b1', { authorization: 'Bearer b' }, shared);
  ask('a2', { authorization: 'Bearer a' }, shared);
  ask('c1', { authorization: 'Bearer c' });
  await later();
  expect(served).toEqual(['a1', 'c1', 'b1', 'a2']);
});

it('requests in progress go on in turn too', async () => {
  const { turns, served, pass } = start();
  pass();
  for (const name of ['a1', 'a2', 'a3']) turns.run(() => served.push(name), 'user 1');
  turns.run(() => served.push('b1'), 'user 2');
  await later();
  expect(served).toEqual(['a1', 'b1', 'a2', 'a3']);
});
