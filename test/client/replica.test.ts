// The live copy of the client: what it holds, what listeners are told, and how it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../client/src/index.ts';
import type { Change } from '../../client/src/replica/listeners.ts';
import { revokeToken } from '../../src/store/tables/users.ts';
import { keyOf } from '../support/keys.ts';
import { eventually } from '../support/process.ts';
import { named, replicaWorld, sorted } from '../support/replicas.ts';

const { service, proxy, start, startReady, make, contact, email, list } = replicaWorld();

describe('the copy', () => {
  it('has what the lists have, of every kind', async () => {
    await contact('Ann', { tags: ['friends'] });
    await email('2026-03-01', { labels: ['home'], body_plain: 'Hello' });
    await make('POST', '/emails/drafts', { to: 'bob@example.org', subject: 'Draft' });
    await make('POST', '/events', { title: 'Dentist', start_at: '2026-03-01T09:00:00Z', calendar_name: 'home' });
    const { seq } = await make('POST', '/trusted-senders', { sender: 'ann@example.org' });
    const paths = {
      ...{ emails: '/emails', events: '/events', contacts: '/contacts', files: '/files', tasks: '/tasks' },
      ...{ accounts: '/email-accounts', identities: '/identities', trustedSenders: '/trusted-senders' },
      ...{ folders: '/folders', labels: '/labels', calendars: '/calendars', tags: '/tags', settings: '/settings' },
    };
    const kinds = Object.keys(paths) as (keyof typeof paths)[];
    const replica = await startReady({ kinds });
    for (const kind of kinds)
      expect([kind, sorted(replica[kind].values())]).toEqual([kind, sorted([await list(paths[kind])].flat())]);
    expect(replica.settings.get()).toEqual(await list('/settings'));
    expect(replica.emails.size).toBe(2);
    expect([replica.seq, replica.state]).toEqual([seq, 'live']);
  });

  it('follows every change: created, changed, in the trash, restored, erased', async () => {
    const replica = await startReady({ kinds: ['contacts'] });
    const { id, seq } = await contact('Bob');
    const held = () => replica.contacts.get(id)?.display_name;
    await replica.until(seq);
    expect(held()).toBe('Bob');
    const { headers } = await make('PATCH', `/contacts/${id}`, { display_name: 'Bob Lee' });
    await replica.until(headers.get('etag') as string);
    expect(held()).toBe('Bob Lee');
    await replica.until((await make('DELETE', `/contacts/${id}`)).seq);
    expect(held()).toBeUndefined();
    await replica.until((await make('POST', `/contacts/${id}/restore`)).seq);
    expect(held()).toBe('Bob Lee');
    await replica.until((await make('DELETE', `/contacts/${id}?permanent=true`)).seq);
    expect(held()).toBeUndefined();
    expect(sorted(replica.contacts.values())).toEqual(sorted(await list('/contacts')));
  });

  it('does not have mail that is changed in the trash', async () => {
    const replica = await startReady({ kinds: ['emails'] });
    const { id } = await email('2026-03-01');
    await make('DELETE', `/emails/${id}`);
    await replica.until((await make('PATCH', `/emails/${id}`, { is_read: true })).seq);
    expect(replica.emails.get(id)).toBeUndefined();
  });

  it('has no bodies with body: false', async () => {
    const replica = await startReady({ kinds: ['emails'], body: false });
    await replica.until((await email('2026-03-02', { body_plain: 'Hello' })).seq);
    expect(sorted(replica.emails.values())).toEqual(sorted(await list('/emails?body=false')));
    expect(JSON.stringify(replica.emails.values())).not.toContain('body_plain');
  });

  it('is not changed by reminders, whose events have the name of events', async () => {
    const soon = new Date(Date.now() + 61_000).toISOString(); // its reminder fires in a second
    const messages: string[] = [];
    const onMessage = ({ event }: { event: string }) => messages.push(event);
    const replica = await startReady({ kinds: ['events', 'tasks'], onMessage });
    await make('POST', '/events', { title: 'Now', start_at: soon, reminders: [{ minutes_before: 1 }] });
    await eventually(
      () => messages,
      (all) => all.includes('event.reminder'),
    );
    expect(sorted(replica.events.values())).toEqual(sorted(await list('/events')));
    expect(replica.tasks.size).toBe(0);
  });

  it('counts the mail of folders and labels', async () => {
    const replica = await startReady({ kinds: ['folders', 'labels'] });
    await email('2026-03-01', { folder: 'Projects', labels: ['work'] });
    await eventually(
      () => [replica.labels.get('work'), replica.folders.get('Projects')].map((one) => `${one?.total} ${one?.unread}`),
      (counts) => counts.join() === '1 1,1 1',
    );
    await replica.until((await make('PATCH', '/labels/work', { name: 'office', color: '#2e7d32' })).seq);
    expect(replica.labels.values()).toEqual(await list('/labels'));
  });
});

describe('a part of a list', () => {
  it('has the records whose fields have the values, and loses those that change', async () => {
    await email('2026-03-01', { folder: 'ARCHIVE', labels: ['home'] });
    const kinds = { inbox: { kind: 'emails', folder: 'INBOX' }, home: { kind: 'emails', label: 'home' } } as const;
    const replica = await startReady({ kinds });
    const { id } = await email('2026-03-03');
    await replica.until((await make('PATCH', `/emails/${id}`, { labels: ['home', 'new'] })).seq);
    expect([replica.inbox.get(id), replica.home.get(id)]).toEqual(Array(2).fill(expect.objectContaining({ id })));
    await replica.until((await make('PATCH', `/emails/${id}`, { folder: 'ARCHIVE', labels: [] })).seq);
    expect(sorted(replica.inbox.values())).toEqual(sorted(await list('/emails?folder=INBOX')));
    expect(sorted(replica.home.values())).toEqual(sorted(await list('/emails?label=home')));
    expect([replica.inbox.get(id), replica.home.get(id)]).toEqual([undefined, undefined]);
  });

  it('has the newest only, and older ones again when many of them leave', async () => {
    const folder = 'Newest';
    for (const day of [5, 1, 4, 2, 3]) await email(`2026-03-0${day}`, { folder });
    const replica = await startReady({ kinds: { emails: { newest: 4, folder } } });
    const days = () => replica.emails.values().map((one) => Number(one.received_at?.slice(8, 10)));
    expect(days().sort()).toEqual([2, 3, 4, 5]);
    await replica.until((await email('2026-03-07T00:00:00.5Z', { folder })).seq);
    expect(days().sort()).toEqual([3, 4, 5, 7]);
    await replica.until((await email('2026-03-02', { folder })).seq); // older than those that it holds
    expect(days().sort()).toEqual([3, 4, 5, 7]);
    for (const one of replica.emails.values().slice(0, 3)) await make('PATCH', `/emails/${one.id}`, { folder: 'Away' });
    await replica.until();
    expect(sorted(replica.emails.values())).toEqual(sorted(await list(`/emails?folder=${folder}&limit=4`)));
    expect(replica.emails.size).toBe(4);
  });

  it('has a kind that exists, and a name that is free', () => {
    expect(() => start({ kinds: ['mails' as 'emails'] })).toThrow('"mails" is not a kind; there are emails, events');
    expect(() => start({ kinds: { seq: { kind: 'emails' } } })).toThrow('"seq" cannot be the name of a collection');
  });
});

describe('listeners', () => {
  it('are told what has changed, from what to what, and in which collection', async () => {
    const replica = await startReady({ kinds: ['contacts', 'emails'] });
    const all: Change[] = [];
    const contacts: Change[] = [];
    replica.subscribe((changes) => all.push(...changes));
    const end = replica.contacts.subscribe((changes) => contacts.push(...changes));
    const { id } = await contact('Eve');
    const mail = await email('2026-03-01');
    await replica.until(mail.seq);
    expect(named(all)).toEqual([`contacts/${id}`, `emails/${mail.id}`]);
    expect(contacts).toEqual([{ collection: 'contacts', id, record: replica.contacts.get(id), previous: undefined }]);
    end();
    await replica.until((await make('DELETE', `/contacts/${id}`)).seq);
    expect(contacts.length).toBe(1);
    expect(all.at(-1)).toMatchObject({ id, record: undefined, previous: { display_name: 'Eve' } });
  });

  it('can compare the values of a collection by identity', async () => {
    const replica = await startReady({ kinds: ['contacts', 'emails'] });
    const before = replica.contacts.values();
    const size = before.length;
    await replica.until((await email('2026-03-01')).seq);
    expect(replica.contacts.values()).toBe(before);
    await replica.until((await contact('Ann')).seq);
    expect(replica.contacts.values()).not.toBe(before);
    expect([before.length, replica.contacts.size]).toEqual([size, size + 1]);
  });

  it('that throw are reported, and neither the copy nor other listeners suffer', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const fail = () => {
      throw new Error('a defect of the page');
    };
    const replica = await startReady({ kinds: ['contacts'], onMessage: fail });
    const told: string[] = [];
    const end = replica.subscribe(fail);
    replica.subscribe((changes) => told.push(...named(changes)));
    const { id, seq } = await contact('Ann');
    await replica.until(seq);
    expect(told).toEqual([`contacts/${id}`]);
    expect(error).toHaveBeenCalledTimes(2);
    end();
    error.mockRestore();
  });
});

describe('until', () => {
  it('without a seq waits for what was stored before, also if the copy does not hold it', async () => {
    const replica = await startReady({ kinds: ['contacts'] });
    const { seq } = await email('2026-03-01');
    await replica.until();
    expect(replica.seq).toBe(seq);
    await replica.until((await email('2026-03-01')).seq);
    expect(replica.seq).toBe(seq + 1);
  });

  it('takes an ETag that a proxy has made weak', async () => {
    const replica = await startReady({ kinds: ['contacts'] });
    const next = replica.seq + 1;
    const reached = replica.until(`W/"${next}-1"`).then(() => replica.seq);
    await contact('Ann');
    expect(await reached).toBe(next);
  });

  it('refuses what is neither a seq nor an ETag', async () => {
    const replica = await startReady({ kinds: ['contacts'] });
    await expect(replica.until('tomorrow')).rejects.toThrow(TypeError);
  });

  it('rejects when the replica is closed', async () => {
    const replica = await startReady({ kinds: ['contacts'] });
    const never = replica.until(replica.seq + 1);
    replica.close();
    await expect(never).rejects.toMatchObject({ code: 'CLOSED' });
    await expect(replica.until(0)).rejects.toMatchObject({ code: 'CLOSED' });
  });
});

describe('the end', () => {
  it.each([
    ['another server, which answers 404', 404, '<h1>Not Found</h1>'],
    ['another server, which has a page for everything', 200, '<h1>Hello</h1>'],
    ['another API', 200, '{"ok":true}'],
    ['nothing that has a body', 200, ''],
  ])('comes if at the URL there is %s', async (_, status, body) => {
    const daybook = createClient({ url: 'http://127.0.0.1:1', fetch: async () => new Response(body, { status }) });
    const replica = daybook.replica({ kinds: ['contacts'] });
    await expect(replica.ready).rejects.toMatchObject({ code: status === 404 ? 'HTTP_404' : 'INVALID_ANSWER' });
    expect([replica.state, replica.error]).toEqual(['failed', expect.any(Error)]);
  });

  it('closes the connection, and nothing changes any more', async () => {
    const replica = await startReady({ kinds: ['contacts'] });
    const { size } = replica.contacts;
    const closed = proxy().sockets() - 1;
    replica.close();
    expect(replica.state).toBe('closed');
    await eventually(
      () => proxy().sockets(),
      (count) => count === closed,
    );
    await contact('Ann');
    expect(replica.contacts.size).toBe(size);
  });

  it('lets a program end: no timer and no connection is left', async () => {
    const index = new URL('../../client/src/index.ts', import.meta.url);
    const code = `
      const { createClient } = await import(${JSON.stringify(index.href)});
      const replica = createClient({ url: ${JSON.stringify(service().url)} }).replica({ kinds: ['contacts', 'labels'] });
      await replica.ready;
      replica.close();`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('comes with a list that the token may not read', async () => {
    const reader = await keyOf(service(), ['contacts:read']);
    const replica = start({ kinds: ['emails'] }, reader.headers.authorization.slice('Bearer '.length));
    await expect(replica.ready).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    expect(replica.state).toBe('failed');
    expect(replica.error).toMatchObject({ status: 403 });
    await revokeToken(service().store, reader.id);
  });

  it('comes with a token that is revoked: the state has the error, and the records stay readable', async () => {
    await keyOf(service(), ['admin']); // so that a token is needed
    const reader = await keyOf(service(), ['contacts:read']);
    const replica = start({ kinds: ['contacts'] }, reader.headers.authorization.slice('Bearer '.length));
    await replica.ready;
    await revokeToken(service().store, reader.id);
    await eventually(
      () => replica.state,
      (state) => state === 'failed',
    );
    expect(replica.error).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    expect(replica.contacts.size).toBeGreaterThan(1);
    await expect(replica.until()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
