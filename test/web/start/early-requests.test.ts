// Requests that are sent before the app is there: who gets their answers, and who does not.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { answersOf, fetchWithEarly, requestEarly } from '../../../web/src/start/early-requests.ts';

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  if (request.url?.includes('slow')) return;
  response.end(String(asked.length));
});
let api = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal('location', { origin });
  api = `${origin}/api/v1`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  vi.unstubAllGlobals();
});

it('the client gets the answer of an early request once, and asks itself afterwards', async () => {
  await requestEarly('/threads', { folder: 'A & B', limit: 50 });
  const address = `${api}/threads?folder=A+%26+B&limit=50`;
  const texts = [await fetchWithEarly(address, { method: 'GET' }), await fetchWithEarly(address)].map((one) =>
    one.text(),
  );
  expect(await Promise.all(texts)).toEqual(['1', '2']);
  expect(asked.splice(0)).toEqual(Array(2).fill('GET /api/v1/threads?folder=A+%26+B&limit=50'));
});

it('a request that changes something is always sent', async () => {
  await requestEarly('/session');
  await fetchWithEarly(`${api}/session`, { method: 'DELETE' });
  expect(asked.splice(0)).toEqual(['GET /api/v1/session', 'DELETE /api/v1/session']);
});

it('an answer that was not taken soon is not used', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await requestEarly('/session');
  vi.advanceTimersByTime(11_000);
  await fetchWithEarly(`${api}/session`);
  vi.useRealTimers();
  expect(asked.splice(0)).toHaveLength(2);
});

it('answers are as old as the session: one that was read later with it is not used either', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await requestEarly('/session');
  vi.advanceTimersByTime(6000);
  await requestEarly('/threads');
  vi.advanceTimersByTime(6000);
  await fetchWithEarly(`${api}/threads`);
  vi.useRealTimers();
  expect(asked.splice(0)).toHaveLength(3);
});

it('what only the first paint needs is read again by the client', async () => {
  const session = requestEarly('/session');
  const requests = { shared: { page: ['/threads'] }, own: { settings: ['/settings'] } } as const;
  expect(await answersOf(session, requests)).toEqual({ page: 2, settings: 3 });
  await fetchWithEarly(`${api}/threads`);
  await fetchWithEarly(`${api}/settings`);
  expect(asked.splice(0)).toEqual(['session', 'threads', 'settings', 'settings'].map((path) => `GET /api/v1/${path}`));
});

it('who waits for an early answer can stop waiting', async () => {
  void requestEarly('/slow');
  const controller = new AbortController();
  const answer = fetchWithEarly(`${api}/slow`, { signal: controller.signal });
  controller.abort(new Error('left'));
  await expect(answer).rejects.toThrow('left');
});
