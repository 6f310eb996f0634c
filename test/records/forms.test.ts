// One record in the form that a request asks for: some of its fields, or compact lines; and changes as compact lines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compactChanges } from '../../src/feed/compact.ts';
import { routes } from '../../src/http/routes/routes.ts';
import { limits } from '../../src/limits.ts';
import { emit } from '../../src/records/save.ts';
import { startTask } from '../../src/records/tasks.ts';
import { email } from '../../src/resources/email.ts';
import { addAccount } from '../support/accounts.ts';
import { changes, make, newest } from '../support/feed-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
const paths: Record<string, string> = {};
const received = { from_address: 'ann@example.org', from_name: 'Ann Lee', received_at: '2026-02-17T08:12:00Z' };

beforeAll(async () => {
  service = await startTestService();
  const put = async (name: string, path: string, body: object) => {
    const { id } = await make(service, 'POST', path, body);
    paths[name] = `${path}/${id}`;
  };
  await put('event', '/events', { title: 'Dentist', start_at: '2026-03-11T09:00:00Z', description: 'Bring\nthe card' });
  await put('series', '/events', { title: 'Choir', start_at: '2026-03-09T18:00:00Z', recurrence: { freq: 'weekly' } });
  paths.occurrence = `${paths.series}_20260316T180000Z`;
  const to = [{ address: 'bob@example.org', name: 'Bob' }, { address: 'eve@example.org' }];
  const text = 'Hello Bob,\n\nsubject: not a field\nhere it is.';
  await put('mail', '/emails', {
    ...received,
    subject: 'The lease',
    to_addresses: to,
    body_plain: text,
    labels: ['home'],
  });
  await put('page', '/emails', { ...received, body_html: '<style>x</style><p>Hello &amp; <b>welcome</b></p>' });
  await put('huge', '/emails', {
    ...received,
    body_plain: 'long '.repeat(limits.hugeBytes / 4),
    body_html: '<p>x</p>',
  });
  await put('styled', '/emails', {
    ...received,
    body_html: `<p>First</p><!--${'x'.repeat(limits.previewHtmlChars)}--><p>Last</p>`,
  });
  await put('contact', '/contacts', {
    display_name: 'Ann Lee',
    emails: [{ address: 'ann@example.org' }],
    notes: 'tea',
  });
  await make(service, 'POST', '/calendars', { name: 'choir practice', color: '#3366CC' });
  await make(service, 'PATCH', '/labels/home', { order: 3 });
  await make(service, 'POST', '/folders', { name: 'Bills' });
  await make(service, 'POST', '/tags', { name: 'press' });
  const names = { calendar: '/calendars/choir%20practice', label: '/labels/home', folder: '/folders/Bills' };
  Object.assign(paths, names, { tag: '/tags/press' });
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const talk = { title: 'Talk', start_at: soon, calendar_name: 'work', reminders: [{ minutes_before: 10 }] };
  const { id } = await make(service, 'POST', '/events', talk);
  const { body } = await service.ask('GET', `/reminders?event_id=${id}`);
  paths.reminder = `/reminders/${(body as { data: { id: string }[] }).data[0]?.id}`;
  await addAccount(service, { id: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10' });
  paths.account = '/email-accounts/018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
  await put('identity', '/identities', {
    account_id: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10',
    address: 'ann@example.org',
  });
  await service.store.write(1, async (tx) => {
    const task = await startTask(tx, email, 'label.rename', { from: 'a', to: 'b' }, 12);
    paths.task = `/tasks/${task.id}`;
  });
});
afterAll(() => service.end());

const get = (name: string, query = '', headers = {}) =>
  service.ask('GET', `${paths[name]}${query}`, undefined, headers);

describe('fields', () => {
  it.each([
    ['event', 'title,start_at'],
    ['occurrence', 'series_id,recurrence_id,title'],
    ['mail', 'subject,body_plain'],
    ['huge', 'subject,body_html,body_plain'],
    ['contact', 'display_name'],
    ['account', 'name,is_default'],
    ['identity', 'address,is_default'],
    ['reminder', 'title,due_at'],
    ['task', 'kind,processed'],
  ])('of one %s: %s', async (name, fields) => {
    const whole = (await get(name)).body as { data: Record<string, unknown> };
    const { status, body } = await get(name, `?fields=${fields}`);
    expect(status).toBe(200);
    const names = ['id', ...fields.split(',')];
    expect(Object.keys((body as { data: object }).data)).toEqual(names);
    expect(body).toEqual({ data: Object.fromEntries(names.map((one) => [one, whole.data[one]])) });
  });

  it.each([
    ['calendar', 'color,total'],
    ['folder', 'role,unread'],
    ['label', 'order'],
    ['tag', 'total'],
  ])('of one %s: the name and %s', async (name, fields) => {
    const whole = (await get(name)).body as { data: Record<string, unknown> };
    const { body } = await get(name, `?fields=${fields}`);
    const names = ['name', ...fields.split(',')];
    expect(body).toEqual({ data: Object.fromEntries(names.map((one) => [one, whole.data[one]])) });
  });

  it('are a parameter of every request for one record, as format is', () => {
    const single = routes.filter(({ method, path, shape }) => {
      const isOne = shape === 'record' || shape === 'reminder';
      return method === 'GET' && isOne && /\/:(id|name)$/.test(path);
    });
    expect(single.length).toBeGreaterThan(10);
    const without = single.filter(({ parameters = [] }) => {
      const names = parameters.map(({ name }) => name);
      return !['fields', 'format', 'tz'].every((name) => names.includes(name));
    });
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  it('of one file', async () => {
    const form = new FormData();
    form.append('file', new Blob(['hello']), 'hello.txt');
    const uploaded = await fetch(`${service.url}/api/v1/files`, { method: 'POST', body: form });
    const { data } = (await uploaded.json()) as { data: { id: string } };
    const { body } = await service.ask('GET', `/files/${data.id}?fields=filename`);
    expect(body).toEqual({ data: { id: data.id, filename: 'hello.txt' } });
  });

  it.each(['event', 'occurrence', 'mail', 'huge', 'contact'])(
    'of one %s have the ETag of the record: If-None-Match gives 304, and 200 after a change',
    async (name) => {
      const whole = await get(name);
      const part = await get(name, '?fields=id');
      const etag = part.headers.get('etag') as string;
      expect(etag).toBe(whole.headers.get('etag'));
      expect((await get(name, '?fields=id', { 'if-none-match': etag })).status).toBe(304);
      const change = name === 'huge' || name === 'mail' ? { is_read: true } : {};
      const patched = await service.ask('PATCH', paths[name] as string, change, { 'if-match': etag });
      expect(patched.status).toBe(200);
      expect((await get(name, '?fields=id', { 'if-none-match': etag })).status).toBe(200);
    },
  );

  it.each([
    ['account', 'name'],
    ['calendar', 'name'],
    ['label', 'name'],
    ['reminder', 'title'],
    ['task', 'kind'],
  ])('of one %s have its ETag, which is made from the whole record', async (name, field) => {
    const etag = (await get(name)).headers.get('etag') as string;
    expect((await get(name, `?fields=${field}`)).headers.get('etag')).toBe(etag);
    expect((await get(name, `?fields=${field}`, { 'if-none-match': etag })).status).toBe(304);
  });

  it.each([
    ['?fields=titel', 'fields'],
    ['?fields=', 'fields'],
    ['?fields=titel&format=compact', 'fields'],
    ['?fields=name&format=compact', 'fields'],
    ['?format=short', 'format'],
    ['?tz=Nowhere', 'tz'],
  ])('%s is INVALID_QUERY', async (query, field) => {
    for (const name of ['event', 'calendar', 'label', 'reminder', 'task', 'identity']) {
      const { status, body } = await get(name, query);
      expect([status, body], name).toMatchObject([400, { error: { code: 'INVALID_QUERY', details: { field } } }]);
    }
  });
});

describe('format=compact', () => {
  const lines = async (name: string, query = '') => {
    const { body } = await get(name, `?format=compact${query}`);
    return (body as { lines: string[] }).lines;
  };

  it(`has text of the first ${limits.previewHtmlChars} characters of HTML, since more takes long to parse`, async () => {
    expect((await lines('styled')).at(-1)).toBe('text: First');
  });

  it('of large changes lets other requests have their turn', async () => {
    const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`key${n}`, n]));
    const text = JSON.stringify({ data: { name: 'x', custom_fields: keys } });
    const messages = Array.from({ length: 20 }, (_, seq) => ({ seq, event: 'calendar.updated', text, at: 0 }));
    let turns = 0;
    setImmediate(() => void turns++);
    const { lines: found } = await compactChanges(messages, { seq: 1, has_more: false }, { timezone: 'UTC', now: 0 });
    expect([found.length, turns]).toEqual([20, 1]);
  });

  it('of one email has its line of a list, its other fields and its text in one line', async () => {
    const { status, body } = await get('mail', '?format=compact&tz=Europe/Berlin');
    expect(status).toBe(200);
    expect(body).toEqual({
      format: 'compact',
      summary: '1 email',
      lines: [
        expect.stringMatching(/^#[0-9a-f]{10} Tue 17 Feb 09:12 Ann Lee: The lease \(home\)$/),
        expect.stringMatching(/^thread_id: /),
        'from_address: ann@example.org',
        'to_addresses: Bob <bob@example.org>, eve@example.org',
        'text: Hello Bob, subject: not a field here it is.',
      ],
    });
  });

  it('of one email shows the visible text of HTML, and the beginning of a long text', async () => {
    expect((await lines('page')).at(-1)).toBe('text: Hello & welcome');
    const last = (await lines('huge')).at(-1) as string;
    expect(last).toMatch(/^text: long long .*…$/);
    expect(last.length).toBeLessThan(limits.compactChars + 10);
  });

  it('of one event, occurrence, contact and account has no empty fields', async () => {
    expect(await lines('event')).toEqual([
      expect.stringMatching(/^#[0-9a-f]{10} Wed 11 Mar 09:00–10:00 Dentist$/),
      'description: Bring the card',
      'transparency: opaque',
    ]);
    expect((await lines('occurrence'))[0]).toMatch(/Mon 16 Mar 18:00–19:00 Choir$/);
    expect((await lines('contact')).slice(1)).toEqual([
      'emails: {"address":"ann@example.org","label":"other","primary":false}',
      'notes: tea',
    ]);
    expect((await lines('account'))[0]).toMatch(/^#[0-9a-f]{10} me@example.org$/);
  });

  it('of one calendar, name, reminder, task and identity has no empty fields', async () => {
    expect((await get('calendar', '?format=compact')).body).toEqual({
      format: 'compact',
      summary: '1 calendar',
      lines: ['choir practice', 'color: #3366cc', 'is_visible: true', 'counts_as_busy: true', 'total: 0', 'pending: 0'],
    });
    expect(await lines('label')).toEqual(['home', 'order: 3', 'total: 1', 'unread: 0', 'pending: 0']);
    expect(await lines('folder')).toEqual(['Bills', 'total: 0', 'unread: 0', 'pending: 0']);
    expect(await lines('tag')).toEqual(['press', 'total: 0', 'pending: 0']);
    expect(await lines('reminder')).toEqual([
      expect.stringMatching(/^#\S+_r[0-9a-f]{12} \S+ \d\d:\d\d: Talk \(.*\) \[work\] \(pending\)$/),
      'minutes_before: 10',
      expect.stringMatching(/^due_at: \S+ \d\d:\d\d$/),
    ]);
    expect((await lines('task'))[0]).toMatch(/^[0-9a-f-]{36} label\.rename: 0 of 12 \(running\)$/);
    expect((await lines('identity'))[0]).toMatch(/^#[0-9a-f]{10} /);
  });

  it('of one reminder has times in the time zone of tz', async () => {
    expect(await lines('reminder', '&tz=Asia/Kathmandu')).not.toEqual(await lines('reminder'));
  });

  it('of one calendar has an ETag of its own bytes, which If-Match takes', async () => {
    const etag = (await get('calendar', '?format=compact')).headers.get('etag') as string;
    expect(etag).not.toBe((await get('calendar')).headers.get('etag'));
    expect((await get('calendar', '?format=compact', { 'if-none-match': etag })).status).toBe(304);
    const patched = await service.ask('PATCH', paths.calendar as string, { order: 1 }, { 'if-match': etag });
    expect(patched.status).toBe(200);
  });

  it('has an ETag of its own bytes, which If-Match takes', async () => {
    const { headers } = await get('mail', '?format=compact');
    const etag = headers.get('etag') as string;
    expect(etag).not.toBe((await get('mail')).headers.get('etag'));
    expect((await get('mail', '?format=compact', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('mail', '?format=compact&tz=Asia/Tokyo', { 'if-none-match': etag })).status).toBe(200);
    const patched = await service.ask('PATCH', paths.mail as string, { is_starred: true }, { 'if-match': etag });
    expect(patched.status).toBe(200);
  });

  it('of /changes has a line for each change, with the seq, the event and the record', async () => {
    const since = await newest(service);
    const { id } = await make(service, 'POST', '/emails', { ...received, subject: 'New', body_plain: 'secret' });
    await make(service, 'DELETE', `/emails/${id}`);
    await make(service, 'POST', '/calendars', { name: 'choir' });
    const { body, text } = await service.ask('GET', `/changes?since=${since}&format=compact&limit=3`);
    const handle = String(id).replaceAll('-', '').slice(-10);
    expect(body).toEqual({
      format: 'compact',
      summary: '3 changes',
      lines: [
        expect.stringMatching(
          new RegExp(`^${since + 1} today \\d\\d:\\d\\d email\\.created #${handle} .* Ann Lee: New \\(unread\\)$`),
        ),
        expect.stringMatching(new RegExp(`^${since + 2} today \\d\\d:\\d\\d email\\.deleted #${handle}$`)),
        expect.stringMatching(new RegExp(`^${since + 3} today \\d\\d:\\d\\d calendar\\.created choir$`)),
      ],
      meta: { seq: since + 3, has_more: false },
    });
    expect(text).not.toContain('secret');
    await make(service, 'DELETE', `/emails/${id}?permanent=true`);
    const page = await service.ask('GET', `/changes?since=${since}&format=compact&limit=1`);
    expect(page.body).toMatchObject({
      summary: '1 change, and more after the last',
      lines: [expect.stringContaining(`email.created #${handle} (permanently deleted)`)],
      meta: (await changes(service, `?since=${since}&limit=1`)).meta,
    });
  });

  it('of /changes shows what is not a record as it is, without nulls', async () => {
    const since = await newest(service);
    const task = { id: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d11', state: 'running', error: null, created_at: 'x' };
    await service.store.write(1, (tx) => emit(tx, 'email.task_updated', task.id, task));
    const { body } = await service.ask('GET', `/changes?since=${since}&format=compact`);
    expect((body as { lines: string[] }).lines).toEqual([
      expect.stringMatching(/ email\.task_updated #8f6a2c4d11 \{.*"state":"running","created_at":"x"\}$/),
    ]);
  });
});
