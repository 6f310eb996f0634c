// What the service really answers is what the OpenAPI document says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { createMessageReader } from '../../../src/protocols/mime/read-message.ts';
import { authority } from '../../support/certificates.ts';
import { form, formType } from '../../support/files.ts';
import { startImap } from '../../support/imap-script.ts';
import { bring } from '../../support/incoming.ts';
import { message, multipart, usual } from '../../support/messages.ts';
import { bounceOf } from '../../support/reports.ts';
import { type Answered, startTestService, type TestService } from '../../support/service.ts';
import { type Ask, askAndCheck } from './checked-answers.ts';
import { document, operations } from './document.ts';
import { askAttachedMails, askFeed, askIdentities, askImports, askTokens, askWebhooks } from './questions.ts';

let service: TestService;
const seen = new Set<string>();
beforeAll(async () => {
  service = await startTestService({ allowHosts: '127.0.0.1' });
});
afterAll(() => service.end());

describe('what the service really answers', () => {
  const ask: Ask = (...request) => askAndCheck(service, seen, ...request);
  const dataOf = (answer: Answered) => (answer.body as { data: { id: string } }).data;

  const kinds = [
    ['events', 'Event', { title: 'Dentist', start_at: '2026-02-17T09:00:00Z' }, { location: 'Kiel' }],
    ['contacts', 'Contact', { display_name: 'Ann', phones: [{ number: '030 5550123' }] }, { notes: 'met' }],
    [
      'emails',
      'Email',
      { from_address: 'a@x.org', received_at: '2026-02-17T09:00:00Z', body_plain: 'hi' },
      { is_read: true },
    ],
  ] as const;

  it.each(kinds)('%s: the eight behaviours', async (path, name, body, change) => {
    const made = await ask(`POST /${path}`, 201, {}, body);
    const { id } = dataOf(made);
    const schema = document.components.schemas[name] as { required: string[] };
    const others = path === 'events' ? ['overrides'] : []; // which an occurrence does not have
    expect(Object.keys(dataOf(made)).sort()).toEqual([...schema.required, ...others].sort());
    const etag = made.headers.get('etag') as string;
    await ask(`GET /${path}/{id}`, 200, { id });
    await ask(`GET /${path}/{id}`, 304, { id }, undefined, { 'if-none-match': etag });
    await ask(`GET /${path}`, 200);
    await ask(`GET /${path}`, 200, {}, undefined, {}, '?format=compact');
    await ask(`GET /${path}`, 400, {}, undefined, {}, '?limit=x');
    await ask(`PATCH /${path}/{id}`, 200, { id }, change);
    await ask(`PATCH /${path}/{id}`, 400, { id }, { nonsense: 1 });
    await ask(`PATCH /${path}/{id}`, 412, { id }, change, { 'if-match': '"0"' });
    await ask(`PATCH /${path}/{id}/custom`, 200, { id }, { a: [1, { b: null }] });
    await ask(`POST /${path}`, 201, {}, { ...body, source: 's', source_id: '1' });
    await ask(`POST /${path}`, 409, {}, { ...body, source: 's', source_id: '1' });
    await ask(`POST /${path}`, 415, {}, 'text', { 'content-type': 'text/plain' });
    await ask(`DELETE /${path}/{id}`, 200, { id });
    await ask(`DELETE /${path}/{id}`, 409, { id });
    await ask(`POST /${path}/{id}/restore`, 200, { id });
    await ask(`POST /${path}/{id}/restore`, 409, { id });
    await ask(`DELETE /${path}/{id}`, 200, { id }, undefined, {}, '?permanent=true');
    await ask(`GET /${path}/{id}`, 404, { id });
  });

  it('an occurrence of a series fits the schema of an event', async () => {
    const series = { title: 'Choir', start_at: '2031-02-17T09:00:00Z', recurrence: { freq: 'daily', count: 3 } };
    const { id: seriesId } = dataOf(await ask('POST /events', 201, {}, series));
    const answer = await ask('GET /events', 200, {}, undefined, {}, '?expand=true&from=2031-02-17&to=2031-02-20');
    expect((answer.body as { data: unknown[] }).data).toHaveLength(3);
    const id = `${seriesId}_20310218T090000Z`;
    await ask('GET /events/{id}', 200, { id });
    await ask('PATCH /events/{id}', 200, { id }, { title: 'Concert' });
    await ask('PATCH /events/{id}', 400, { id }, { calendar_name: 'x' });
    await ask('PATCH /events/{id}', 400, { id: seriesId }, {}, {}, '?scope=this');
    await ask('PATCH /events/{id}/custom', 200, { id }, { a: 1 }, {}, '?scope=following');
    await ask('DELETE /events/{id}', 404, { id });
    const first = `${seriesId}_20310217T090000Z`;
    await ask('DELETE /events/{id}', 200, { id: first });
    await ask('DELETE /events/{id}', 409, { id: first });
    await ask('POST /events/{id}/restore', 200, { id: first });
    await ask('POST /events/{id}/restore', 409, { id: first });
    const scopes = document.paths['/api/v1/events/{id}']?.patch?.parameters?.find(({ name }) => name === 'scope');
    expect(scopes).toMatchObject({ in: 'query', schema: { enum: ['this', 'following', 'all'] } });
  });

  it('a search over everything, and a list with operators', async () => {
    await ask('GET /search', 200, {}, undefined, {}, '?q=ann+OR+concert+foo:bar');
    await ask('GET /search', 200, {}, undefined, {}, '?q=ann&format=compact');
    await ask('GET /emails', 200, {}, undefined, {}, '?q=from:ann+before:soon');
  });

  it('free and busy times', async () => {
    await ask('GET /free-busy', 200, {}, undefined, {}, '?date=2031-02-17');
    await ask('GET /free-slots', 200, {}, undefined, {}, '?date=2031-02-17');
  });

  it('a birthday fits the schema of an event', async () => {
    const made = await ask('POST /contacts', 201, {}, { display_name: 'Ann', birthday: '1980-05-10' });
    const birthdays = '?calendar_name=birthdays&expand=true&date=2031-05-10';
    const answer = await ask('GET /events', 200, {}, undefined, {}, birthdays);
    expect((answer.body as { data: unknown[] }).data).toHaveLength(1);
    const id = `${dataOf(made).id}_birthday_20310510`;
    await ask('GET /events/{id}', 200, { id });
    await ask('PATCH /events/{id}', 409, { id }, { title: 'x' });
    await ask('PATCH /events/{id}/custom', 409, { id }, { a: 1 });
    await ask('DELETE /events/{id}', 409, { id });
    await ask('POST /events/{id}/restore', 409, { id });
  });

  it('identities', () => askIdentities(ask));
  it('webhooks', () => askWebhooks(ask));

  it('trusted senders', async () => {
    const { id } = dataOf(await ask('POST /trusted-senders', 201, {}, { sender: '@example.org' }));
    await ask('POST /trusted-senders', 200, {}, { sender: '@example.org' });
    await ask('POST /trusted-senders', 400, {}, { sender: 'Ann' });
    await ask('GET /trusted-senders', 200);
    await ask('GET /trusted-senders/{id}', 200, { id });
    await ask('DELETE /trusted-senders/{id}', 412, { id }, undefined, { 'if-match': '"0"' });
    await ask('DELETE /trusted-senders/{id}', 200, { id });
    await ask('GET /trusted-senders/{id}', 404, { id });
  });

  it('settings', async () => {
    const read = await ask('GET /settings', 200);
    await ask('GET /settings', 304, {}, undefined, { 'if-none-match': read.headers.get('etag') as string });
    await ask('PATCH /settings', 200, {}, { week_start: 'SU', timezone: 'Europe/Berlin' });
    await ask('PATCH /settings', 400, {}, { week_start: 'sunday' });
    await ask('PATCH /settings', 412, {}, {}, { 'if-match': '"0"' });
  });

  it('calendars', async () => {
    const made = await ask('POST /calendars', 201, {}, { name: 'Choir', color: '#336699' });
    const name = 'Choir';
    await ask('POST /calendars', 409, {}, { name });
    await ask('POST /calendars', 400, {}, { color: 'red' });
    await ask('GET /calendars', 200);
    await ask('GET /calendars/{name}', 200, { name });
    await ask('GET /calendars/{name}', 304, { name }, undefined, {
      'if-none-match': made.headers.get('etag') as string,
    });
    await ask('PATCH /calendars/{name}', 200, { name }, { order: 1, default_reminders: [{ minutes_before: 5 }] });
    await ask('PATCH /calendars/{name}', 412, { name }, {}, { 'if-match': '"0"' });
    await ask('PATCH /calendars/{name}', 409, { name }, { name: 'default' });
    await ask('DELETE /calendars/{name}', 200, { name });
    await ask('DELETE /calendars/{name}', 404, { name });
    await ask('DELETE /calendars/{name}', 409, { name: 'default' });
  });

  it.each(['?limit=1', '?format=compact'])('conversations %s', async (query) => {
    await ask('POST /emails', 201, {}, { thread_id: 'a', from_address: 'a@b.org', received_at: '2031-02-17' });
    await ask('GET /threads/{id}', 200, { id: 'a' }, undefined, {}, query);
    await ask('GET /threads', 200, {}, undefined, {}, `${query}&before=a`);
    await ask('POST /emails/batch', 200, {}, { thread_ids: ['a', 'nothing'], action: 'star' });
  });

  it.each(['folders', 'labels', 'tags'])('%s', async (path) => {
    const name = 'Choir';
    await ask(`POST /${path}`, 201, {}, { name, color: '#336699' });
    await ask(`POST /${path}`, 409, {}, { name });
    await ask(`POST /${path}`, 400, {}, { color: 'red' });
    await ask(`GET /${path}`, 200);
    await ask(`GET /${path}/{name}`, 200, { name });
    await ask(`PATCH /${path}/{name}`, 200, { name }, { order: 1 });
    await ask(`PATCH /${path}/{name}`, 412, { name }, {}, { 'if-match': '"0"' });
    await ask(`DELETE /${path}/{name}`, 200, { name });
    await ask(`DELETE /${path}/{name}`, 404, { name });
    if (path === 'folders') await ask('DELETE /folders/{name}', 409, { name: 'INBOX' });
  });

  it('tasks', async () => {
    await ask('GET /tasks', 200);
    await ask('GET /correspondents', 200);
    await ask('GET /tasks/{id}', 404, { id: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10' });
  });

  it('reminders', async () => {
    const start_at = new Date(Date.now() + 3_600_000).toISOString();
    const reminders = [{ minutes_before: 10 }, { minutes_before: 5, type: 'email' }];
    const event = await ask('POST /events', 201, {}, { title: 'Talk', start_at, reminders });
    const listed = (await ask('GET /reminders', 200)).body as { data: { id: string; event_id: string }[] };
    const { id } = listed.data.find(({ event_id }) => event_id === dataOf(event).id) as { id: string };
    await ask('GET /reminders', 400, {}, undefined, {}, '?from=2030-01-01&to=2032-01-01');
    await ask('POST /reminders/{id}/snooze', 200, { id }, { minutes: 20 });
    await ask('POST /reminders/{id}/snooze', 400, { id }, {});
    await ask('GET /reminders/{id}', 200, { id });
    await ask('GET /reminders/{id}', 404, { id: `${id}0` });
    await ask('POST /reminders/{id}/dismiss', 200, { id });
    await ask('POST /reminders/{id}/dismiss', 404, { id: `${id}0` });
    await ask('GET /reminders', 200);
  });

  it('the actions of emails', async () => {
    const id = dataOf(await ask('POST /emails', 201, {}, { from_address: 'a@x.org', received_at: '2026-02-17' })).id;
    for (const action of ['read', 'unread', 'star', 'unstar']) await ask(`POST /emails/{id}/${action}`, 200, { id });
    await ask('POST /emails/{id}/snooze', 200, { id }, { until: '2099-01-01T00:00:00Z' });
    await ask('POST /emails/{id}/unsnooze', 200, { id });
    await ask('POST /emails/{id}/unsnooze', 409, { id });
    await ask('POST /emails/{id}/send', 409, { id });
    await ask('POST /emails/{id}/cancel', 409, { id });
    await ask('PATCH /emails/drafts/{id}', 409, { id }, { subject: 'x' });
    await ask('POST /emails/batch', 200, {}, { ids: [id, 'nobody'], action: 'mark_read' });
    await ask('POST /emails/batch', 400, {}, { ids: [], action: 'mark_read' });
    await ask('POST /emails/batch', 200, {}, { where: { all: true }, action: 'mark_read', dry_run: true });
    Object.assign(limits, { batchAtOnce: 0 });
    const task = dataOf(await ask('POST /emails/batch', 202, {}, { where: { all: true }, action: 'mark_read' }));
    Object.assign(limits, { batchAtOnce: 100 });
    await ask('GET /tasks/{id}', 200, { id: task.id });
  });

  it('drafts and sending', async () => {
    const id = dataOf(
      await ask('POST /emails/drafts', 201, {}, { to: 'Bob <bob@example.org>', subject: 'Hi', body_plain: 'x' }),
    ).id;
    await ask('PATCH /emails/drafts/{id}', 200, { id }, { subject: 'Hello' });
    await ask('POST /emails/{id}/reply', 409, { id });
    const received = await ask(
      'POST /emails',
      201,
      {},
      { from_address: 'a@b.org', received_at: '2026-02-17', reply_to: ['c@d.org'] },
    );
    const answered = { id: dataOf(received).id as string };
    await ask('POST /emails/{id}/reply', 201, answered);
    await ask('POST /emails/{id}/reply-all', 201, answered, { body_html: '<p>Yes</p>' });
    await ask('POST /emails/{id}/forward', 201, answered, { body_plain: 'FYI' });
    await ask('POST /emails/{id}/reply', 400, answered, { subject: 'x' });
    await ask('POST /emails/{id}/send', 202, { id });
    await ask('POST /emails/{id}/cancel', 200, { id });
    await ask('POST /emails/send', 422, {}, { to_addresses: ['bob@example.org'], body_plain: 'x' });
    const account_id = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
    await ask('POST /emails/send', 422, {}, { account_id, to_addresses: ['bob@example.org'], body_plain: 'x' });
  });

  it('email accounts', async () => {
    const imap = await startImap({ list: ['* LIST () "/" "INBOX"'] });
    const given = { address: 'ann@example.org', smtp: { host: '127.0.0.1', port: 1 } };
    const login = { host: '127.0.0.1', port: imap.port, password: 'x', tls_ca: authority };
    const made = await ask('POST /email-accounts', 201, {}, given);
    const { id } = dataOf(made);
    await ask('POST /email-accounts', 400, {}, {});
    await ask('GET /email-accounts', 200);
    await ask('GET /email-accounts/{id}', 200, { id });
    await ask('GET /email-accounts/{id}', 304, { id }, undefined, {
      'if-none-match': made.headers.get('etag') as string,
    });
    await ask('GET /email-accounts/{id}/folders', 422, { id });
    await ask('GET /email-accounts/{id}/sync', 200, { id });
    await ask('POST /email-accounts/{id}/sync', 409, { id });
    await ask(
      'PATCH /email-accounts/{id}',
      200,
      { id },
      { imap: login, sync: { enabled: false, since: '2026-01-01' } },
    );
    await ask('PATCH /email-accounts/{id}', 412, { id }, {}, { 'if-match': '"0"' });
    await ask('POST /email-accounts/{id}/test', 200, { id });
    await ask('GET /email-accounts/{id}/folders', 200, { id });
    await ask('PATCH /email-accounts/{id}', 200, { id }, { sync: { enabled: true } });
    await ask('POST /email-accounts/{id}/sync', 202, { id });
    await imap.end();
    await ask('GET /email-accounts/{id}/folders', 502, { id });
    await ask('DELETE /email-accounts/{id}', 200, { id });
    await ask('POST /email-accounts/{id}/test', 404, { id });
  });

  it('files', async () => {
    const bytes = form({ mime: 'application/octet-stream' });
    const made = await ask('POST /files', 201, {}, bytes, formType);
    const { id } = dataOf(made);
    await ask('POST /files', 415, {}, { file: 'x' });
    await ask('POST /files', 400, {}, form(), formType);
    await ask('GET /files', 200);
    await ask('GET /files/{id}', 200, { id });
    await ask('GET /files/{id}', 304, { id }, undefined, { 'if-none-match': made.headers.get('etag') as string });
    await ask('GET /files/{id}/content', 200, { id });
    await ask('GET /files/{id}/content', 206, { id }, undefined, { range: 'bytes=0-1' });
    await ask('GET /files/{id}/content', 304, { id }, undefined, { 'if-none-match': '*' });
    await ask('GET /files/{id}/content', 416, { id }, undefined, { range: 'bytes=9-' });
    await ask('POST /emails/drafts', 201, {}, { attachments: [id] });
    await ask('DELETE /files/{id}', 409, { id });
    await ask('DELETE /files/{id}', 412, { id }, undefined, { 'if-match': '"0"' });
    const other = dataOf(await ask('POST /files', 201, {}, bytes, formType)).id;
    await ask('DELETE /files/{id}', 200, { id: other });
    await ask('GET /files/{id}/content', 404, { id: other });
  });

  it('a mail as its source and as a page', async () => {
    const reader = createMessageReader();
    const { id } = (await bring(service, reader, message(usual))).record;
    const broken = (await bring(service, reader, multipart(Array(1001).fill('\nx')))).record;
    const headers = [
      ...usual,
      'List-Unsubscribe: <https://127.0.0.1:1/>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ];
    const listed = (await bring(service, reader, message(headers))).record;
    const bounced = (await bring(service, reader, bounceOf('<x@y.z>', 'bob@example.net'))).record;
    await reader.close();
    await ask('GET /emails/{id}', 200, { id: bounced.id });
    await ask('GET /emails/{id}', 200, { id: listed.id });
    await ask('POST /emails/{id}/unsubscribe', 502, { id: listed.id });
    await ask('GET /emails/{id}', 200, { id: broken.id });
    await ask('POST /emails/{id}/unsubscribe', 422, { id });
    await ask('GET /emails/{id}/raw', 200, { id });
    await ask('GET /emails/{id}/raw', 206, { id }, undefined, { range: 'bytes=0-1' });
    await ask('GET /emails/{id}/raw', 304, { id }, undefined, { 'if-none-match': '*' });
    await ask('GET /emails/{id}/raw', 416, { id }, undefined, { range: 'bytes=99999-' });
    await ask('GET /emails/{id}/html', 200, { id });
    await ask('GET /emails/{id}/remote-image', 404, { id });
    await ask('GET /emails/{id}/html', 400, { id }, undefined, {}, '?remote=x');
    await ask('DELETE /emails/{id}', 200, { id }, undefined, {}, '?permanent=true');
    await ask('GET /emails/{id}/raw', 404, { id });
    await ask('GET /emails/{id}/html', 404, { id });
  });

  it('the change feed to poll, the health and the figures', async () => {
    await ask('GET /changes', 200);
    for (const feed of ['GET /changes', 'GET /changes/stream']) await ask(feed, 410, {}, undefined, {}, '?since=9999');
    await ask('GET /health', 200);
    await ask('GET /about', 200);
    await ask('GET /session', 200);
    await ask('DELETE /session', 200);
    await ask('GET /sessions', 200);
    await ask('DELETE /sessions/{id}', 404, { id: 'none' });
    await ask('POST /session', 401, {}, { token: 'dbk_none' });
    await ask('GET /metrics', 200);
  });

  it('the same key with another body is a documented conflict', async () => {
    const headers = { 'idempotency-key': 'one' };
    await ask('POST /contacts', 201, {}, { display_name: 'Ann' }, headers);
    await ask('POST /contacts', 409, {}, { display_name: 'Bob' }, headers);
  });

  it('imports', () => askImports(ask));

  it('attached mail', () => askAttachedMails(ask));

  it('the feed: every message fits the schema of its event', () => askFeed(ask));

  it('tokens, last because every request needs one afterwards', () => askTokens(ask));

  it('every operation of the API has been asked', () => {
    const asked = operations.filter(({ path }) => path.startsWith('/api/v1') && path !== '/api/v1/ws');
    expect(asked.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
  });
});
