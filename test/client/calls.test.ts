// The calls of the client against a service: records, their actions, files, changes that compete, sessions, sockets.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket as OtherSocket } from 'ws';
import { type Client, createClient, etagOf } from '../../client/src/index.ts';
import { addAccount } from '../support/accounts.ts';
import { keyOf } from '../support/keys.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let token: string;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  await addAccount(service, { id: '01900000-0000-7000-8000-000000000001', isDefault: true });
  token = (await keyOf(service, ['admin'])).headers.authorization.replace('Bearer ', '');
  client = createClient({ url: service.url, token });
});
afterAll(() => service.end());

const received = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z' };

it('a record is created, read, changed, deleted, restored and erased', async () => {
  const made = await client.contacts.create({ display_name: 'Ann Lee', tags: ['a,b', 'c'] });
  expect(await client.contacts.get(made.id)).toEqual(made);
  expect((await client.contacts.list({ tag: ['a,b', 'c'], fields: ['display_name', 'tags'] })).data).toEqual([
    { id: made.id, display_name: 'Ann Lee', tags: ['a,b', 'c'] },
  ]);
  expect((await client.contacts.update(made.id, { notes: 'x' })).notes).toBe('x');
  expect((await client.contacts.mergeCustom(made.id, { k: 1 })).custom_fields).toEqual({ k: 1 });
  expect(await client.contacts.remove(made.id)).toMatchObject({ id: made.id, deleted_at: expect.any(String) });
  await expect(client.contacts.get(made.id)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await client.contacts.restore(made.id)).deleted_at).toBeNull();
  expect(await client.contacts.erase(made.id)).toEqual({ id: made.id, deleted: true });
});

it('emails have their actions', async () => {
  const { id } = await client.emails.create({ ...received, subject: 'The lease' });
  expect((await client.emails.markRead(id)).is_read).toBe(true);
  expect((await client.emails.star(id)).is_starred).toBe(true);
  expect((await client.emails.snooze(id, { until: '2099-01-01T00:00:00Z' })).folder).toBe('SNOOZED');
  expect((await client.emails.unsnooze(id)).folder).toBe('INBOX');
  const reply = await client.emails.reply(id, { body_plain: 'Yes' });
  expect(reply).toMatchObject({ status: 'draft', subject: 'Re: The lease' });
  const held = await client.emails.sendDraft(reply.id, { hold_seconds: 60 });
  expect(held.status).toBe('scheduled');
  expect((await client.emails.cancel(reply.id)).status).toBe('draft');
  expect(await client.emails.batch({ ids: [id], action: 'add_label', params: { label: 'home' } })).toMatchObject({
    processed: 1,
    failed: 0,
  });
  expect((await client.threads.list({ label: 'home' })).data).toHaveLength(1);
  expect(await (await client.emails.html(id)).text()).toContain('<html');
});

it('events, names, settings, search and changes', async () => {
  const event = await client.events.create({
    title: 'Standup',
    start_at: '2026-06-01T09:00:00Z',
    recurrence: { freq: 'daily', count: 3 },
  });
  const { data } = await client.events.list({ from: '2026-06-01', to: '2026-06-30', expand: true });
  expect(data).toHaveLength(3);
  const second = await client.events.update(data[1]?.id ?? '', { title: 'Late' }, { query: { scope: 'following' } });
  expect(second.title).toBe('Late');
  await client.labels.create({ name: 'music & sport/?' });
  expect((await client.labels.get('music & sport/?')).name).toBe('music & sport/?');
  expect(await client.settings.update({ timezone: 'Europe/Berlin' })).toMatchObject({ timezone: 'Europe/Berlin' });
  expect(JSON.stringify(await client.search({ q: 'standup' }))).toContain(event.id);
  const { data: changes, meta } = await client.changes({ since: 0, events: ['label.*', 'settings.*'] });
  expect(changes.map(({ event }) => event)).toEqual(['label.created', 'settings.updated']);
  expect(meta.has_more).toBe(false);
});

it('calls by path have the answer as it is', async () => {
  const { data } = await client.post('/contacts', { body: { display_name: 'Bob' } });
  expect(await client.get('/contacts/{id}', { path: { id: data.id } })).toEqual({ data });
  expect(await client.get('/contacts', { query: { limit: 0, format: 'compact' } })).toMatchObject({
    format: 'compact',
  });
  await client.patch('/contacts/{id}', { path: { id: data.id }, body: { notes: 'x' }, ifMatch: data });
  await expect(client.delete('/contacts/{id}', { path: { id: data.id }, ifMatch: data })).rejects.toMatchObject({
    status: 412,
  });
  for (const id of ['', data as never])
    await expect(client.contacts.get(id)).rejects.toThrow(
      new TypeError('The id of /contacts/{id} must be a string that is not empty.'),
    );
});

it.each(['.', '..'])('a name that a URL cannot have, "%s", is refused with the reason', async (name) => {
  await expect(client.labels.get(name)).rejects.toThrow(
    new TypeError(`"${name}" cannot be the name of a URL, which would lose it.`),
  );
});

it('an unchanged record is NOT_MODIFIED for a caller that sends If-None-Match', async () => {
  const made = await client.contacts.create({ display_name: 'Ann' });
  const headers = { 'if-none-match': etagOf(made) as string };
  const unchanged = { name: 'DaybookError', code: 'NOT_MODIFIED', status: 304 };
  await expect(client.contacts.get(made.id, undefined, { headers })).rejects.toMatchObject(unchanged);
  await expect(client.get('/contacts/{id}', { path: { id: made.id }, headers })).rejects.toMatchObject(unchanged);
});

it('tags that a proxy has made weak are used as strong ones', async () => {
  const weakened = createClient({
    url: service.url,
    token,
    async fetch(...request) {
      const response = await fetch(...request);
      const headers = new Headers(response.headers);
      const tag = headers.get('etag');
      if (tag) headers.set('etag', `W/${tag}`);
      return new Response(response.body, { status: response.status, headers });
    },
  });
  const made = await weakened.contacts.create({ display_name: 'Ann' });
  expect(etagOf(made)).toMatch(/^"/);
  expect((await weakened.contacts.update(made.id, () => ({ notes: 'x' }))).notes).toBe('x');
});

it('a file is uploaded and downloaded as a stream', async () => {
  const bytes = new Uint8Array(3_000_000).map((_, index) => index % 251);
  const { id, size } = await client.files.upload(new File([bytes], 'numbers.bin'));
  expect(size).toBe(bytes.length);
  const response = await client.files.download(id);
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) pieces.push(piece);
  expect(pieces.length).toBeGreaterThan(1);
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  const part = await client.files.download(id, undefined, { headers: { range: 'bytes=0-1' } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 2]);
});

it('ifMatch refuses a change of a record that was changed meanwhile', async () => {
  const made = await client.contacts.create({ display_name: 'Cleo' });
  const tag = etagOf(made);
  await client.contacts.update(made.id, { notes: 'theirs' });
  for (const ifMatch of [made, tag])
    await expect(client.contacts.update(made.id, { notes: 'mine' }, { ifMatch })).rejects.toMatchObject({
      status: 412,
      code: 'PRECONDITION_FAILED',
    });
  const [listed] = (await client.contacts.list()).data;
  await expect(client.contacts.update(made.id, {}, { ifMatch: listed })).rejects.toThrow(TypeError);
});

it('updates with a function compete without losing one', async () => {
  const { id } = await client.contacts.create({ display_name: 'Dora' });
  const add = (tag: string) => client.contacts.update(id, ({ tags }) => ({ tags: [...tags, tag] }));
  await Promise.all(['a', 'b', 'c', 'd'].map(add));
  expect((await client.contacts.get(id)).tags.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  const before = await client.contacts.get(id);
  expect(await client.contacts.update(id, () => undefined)).toEqual(before);
  const zone = await client.settings.update((now) => ({ timezone: now.timezone === null ? null : 'UTC' }));
  expect(zone.timezone).toBe('UTC');
});

it.each([
  ['the WebSocket of Node', undefined],
  ['another WebSocket', OtherSocket as unknown as typeof WebSocket],
])('opens an authorised socket with %s, without the token in its address', async (_, Socket) => {
  const socket = createClient({ url: service.url, token, ...(Socket && { WebSocket: Socket }) }).socket('/ws', {
    since: 0,
  });
  const first = await new Promise<string>((resolve, reject) => {
    socket.onmessage = ({ data }) => resolve(String(data));
    socket.onclose = ({ code }) => reject(new Error(`closed with ${code}`));
  });
  socket.close();
  expect(JSON.parse(first).event).toBe('connected');
  expect(socket.url).not.toContain('dbk_');
});

it('a wrong token is UNAUTHORIZED', async () => {
  const stranger = createClient({ url: `${service.url}/`, token: 'dbk_wrong' });
  await expect(stranger.emails.list()).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
});
