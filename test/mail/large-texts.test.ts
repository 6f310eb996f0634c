// A mail whose text is so large that it is left in the store until something needs it: whatever is done with the mail,
// its text stays the same to the last character, in every place where it is shown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import type { Email } from '../../src/resources/email.ts';
import { startTestService, type TestService } from '../support/service.ts';

// Every character that JSON escapes, of every length in UTF-8, in an order that no slice meets twice alike.
const PIECE = 'Zoë said: "C:\\temp\\" <b>\u0000\u0007\u001f\n\t\u2028 漢字 😀 \ud83d , "body_html": {} \\\\" ';
const TIMES = Math.ceil(limits.hugeBytes / Buffer.byteLength(JSON.stringify(PIECE)));
const large = (start: string) => start + PIECE.repeat(TIMES) + start;
const plain = large('plainly ');
const html = large('<p>visibly</p>');

const SENT = { from_address: 'a@x.org', received_at: '2026-01-01' };

let service: TestService;
let id: string;
let seq = 0;

beforeAll(async () => {
  service = await startTestService();
  const body = {
    ...SENT,
    subject: 'large',
    body_plain: plain,
    body_html: html,
  };
  id = (await mail('POST', '/emails', body)).id;
});
afterAll(() => service.end());

async function mail(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Email> {
  const answer = await service.ask(method, path, body, headers);
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(300);
  return (answer.body as { data: Email }).data;
}

/** Texts that differ are not printed: they have millions of characters. */
function expectTexts(one: Email, texts: Partial<Email> = { body_plain: plain, body_html: html }): void {
  for (const field of ['body_plain', 'body_html'] as const)
    expect(one[field] === texts[field], `${field} is the same`).toBe(true);
}

it('is read as it was stored, as are the largest texts that are not left in the store', async () => {
  expectTexts(await mail('GET', `/emails/${id}`));
  const small = {
    from_address: 'a@x.org',
    received_at: '2025-01-01',
    body_plain: plain.slice(0, 1000),
    body_html: null,
  };
  const { id: other } = await mail('POST', '/emails', small);
  expectTexts(await mail('GET', `/emails/${other}`), small);
});

describe('when something else of it changes', () => {
  it.each<[name: string, method: string, path: string, body?: unknown, change?: object]>([
    ['labels', 'PATCH', '', { labels: ['x'] }, { labels: ['x'] }],
    ['a flag', 'POST', '/star', undefined, { is_starred: true }],
    ['its folder', 'POST', '/snooze', { until: '2099-01-01' }, { folder: 'SNOOZED' }],
  ])('%s, the answer and a later read have all of it', async (_name, method, path, body, change = {}) => {
    const before = await mail('GET', `/emails/${id}`);
    const changed = await mail(method, `/emails/${id}${path}`, body);
    expectTexts(changed);
    const after = await mail('GET', `/emails/${id}`);
    expect(JSON.stringify(after) === JSON.stringify(changed), 'the answer is the record').toBe(true);
    const { body_plain: _plain, body_html: _html, updated_at, ...rest } = after;
    expect(rest).toMatchObject(change);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expectTexts(after);
  });

  it('its text is stored once, and the log refers to it', async () => {
    // How often a text is stored, only the rows show.
    const [bodies = [], changes = []] = await service.store.read(1, [
      { sql: 'select body, octet_length(content) as bytes from bodies where user_id = ?1', params: [] },
      {
        sql: 'select body, octet_length(doc) as bytes from changes where user_id = ?1 and record_id = ?2',
        params: [id],
      },
    ]);
    const [own] = bodies.filter(({ bytes }) => (bytes as number) > limits.hugeBytes);
    expect(bodies.filter(({ bytes }) => (bytes as number) > limits.hugeBytes)).toHaveLength(1);
    expect(new Set(changes.map(({ body }) => body))).toEqual(new Set([own?.body]));
    expect(Math.max(...changes.map(({ bytes }) => bytes as number))).toBeLessThan(10_000);
  });

  it('an answer under an idempotency key is given again byte for byte', async () => {
    const headers = { 'idempotency-key': 'unstar' };
    const first = await service.ask('POST', `/emails/${id}/unstar`, undefined, headers);
    await mail('PATCH', `/emails/${id}`, { labels: ['y'] });
    const second = await service.ask('POST', `/emails/${id}/unstar`, undefined, headers);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect([second.status, second.headers.get('etag')]).toEqual([200, first.headers.get('etag')]);
    expect(first.text === second.text, 'the answers are the same').toBe(true);
    expectTexts((first.body as { data: Email }).data);
  });
});

describe('in lists', () => {
  const first = async (query: string) => {
    const answer = await service.ask('GET', `/emails?sort=received_at&limit=2&${query}`);
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    return answer.body as { data: Email[]; meta: object };
  };

  it('it is complete, and the page ends with it', async () => {
    const { data, meta } = await first('');
    expect([data.length, meta]).toEqual([1, { total: 2, limit: 2, offset: 0, has_more: true }]);
    expectTexts(data[0] as Email);
  });

  it.each([['search=plainly'], ['search=large&include_deleted=true']])('%s finds it', async (query) => {
    expectTexts((await first(query)).data[0] as Email);
  });

  it('only the fields that are asked for are shown, in that order', async () => {
    const [both] = (await first('fields=body_html,subject,body_plain')).data;
    expect(Object.keys(both as Email)).toEqual(['id', 'body_html', 'subject', 'body_plain']);
    expectTexts(both as Email);
    const [one] = (await first('fields=body_plain,id,body_plain')).data;
    expect([Object.keys(one as Email), one?.body_plain === plain]).toEqual([['id', 'body_plain'], true]);
    const [other] = (await first('fields=body_html')).data;
    expect([Object.keys(other as Email), other?.body_html === html]).toEqual([['id', 'body_html'], true]);
    expect((await first('fields=subject')).data[0]).toEqual({ id, subject: 'large' });
  });
});

describe('in the feed', () => {
  it('every change of it has the complete record', async () => {
    const { body } = await service.ask('GET', '/changes?limit=1');
    expectTexts((body as { data: { data: Email }[] }).data[0]?.data as Email);
    seq = (body as { meta: { seq: number } }).meta.seq;
    await mail('PATCH', `/emails/${id}`, { labels: ['z'] });
    const { body: next } = await service.ask('GET', `/changes?since=${seq}&events=email.*`);
    const [change] = (next as { data: { event: string; data: Email }[] }).data;
    expect([change?.event, change?.data.labels]).toEqual(['email.updated', ['z']]);
    expectTexts(change?.data as Email);
  });
});

describe('in the trash', () => {
  it.each([
    ['plainly', { body_plain: plain, body_html: null }],
    ['visibly', { body_plain: null, body_html: html }],
  ])('it keeps its text, is found only there by %s, and is restored completely', async (word, texts) => {
    const found = async (query: string) => {
      const { body } = await service.ask('GET', `/emails?fields=id&search=${word}&folder=TRIAL&${query}`);
      return (body as { data: object[] }).data;
    };
    const { id: other } = await mail('POST', '/emails', { ...SENT, folder: 'TRIAL', ...texts });
    expect([await found(''), await found('only_deleted=true')]).toEqual([[{ id: other }], []]);
    await service.ask('DELETE', `/emails/${other}`);
    expect([await found(''), await found('only_deleted=true')]).toEqual([[], [{ id: other }]]);
    expectTexts(await mail('GET', `/emails/${other}`), texts);
    expectTexts(await mail('POST', `/emails/${other}/restore`), texts);
    expect([await found(''), await found('only_deleted=true')]).toEqual([[{ id: other }], []]);
    expectTexts(await mail('GET', `/emails/${other}`), texts);
  });

  it('a batch does the same', async () => {
    for (const action of ['delete', 'restore', 'mark_read']) {
      const { body } = await service.ask('POST', '/emails/batch', { ids: [id], action });
      expect(body).toMatchObject({ processed: 1, failed: 0 });
    }
    expectTexts(await mail('GET', `/emails/${id}`));
  });
});

describe('as a draft', () => {
  it('each part of it can be edited, and the others stay', async () => {
    const draft = await mail('POST', '/emails/drafts', { to: 'b@x.org', body_plain: plain, body_html: html });
    const path = `/emails/drafts/${draft.id}`;
    expectTexts(await mail('PATCH', path, { subject: 'anew' }));
    expectTexts(await mail('PATCH', path, { body_plain: 'short' }), { body_plain: 'short', body_html: html });
    expectTexts(await mail('GET', `/emails/${draft.id}`), { body_plain: 'short', body_html: html });
    expectTexts(await mail('PATCH', path, { body_html: html }), { body_plain: 'short', body_html: html });
    expectTexts(await mail('PATCH', path, { body_html: null }), { body_plain: 'short', body_html: null });
    expectTexts(await mail('GET', `/emails/${draft.id}`), { body_plain: 'short', body_html: null });
  });

  it('it is complete without a subject, and waits to be sent', async () => {
    const draft = await mail('POST', '/emails/drafts', { to: 'b@x.org', body_plain: plain });
    const queued = await mail('POST', `/emails/${draft.id}/send`);
    expect(queued.status).toBe('queued');
    expectTexts(queued, { body_plain: plain, body_html: null });
  });
});

describe('shown as a page', () => {
  it('has its text', async () => {
    const draft = await mail('POST', '/emails/drafts', { to: 'b@x.org', body_plain: plain });
    const { status, text } = await service.ask('GET', `/emails/${draft.id}/html`);
    expect(status).toBe(200);
    expect(text.split('plainly').length).toBe(3);
    expect((await service.ask('GET', `/emails/${id}/raw`)).body).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});

it('when it is deleted for good, neither list, feed nor kept answer has its text', async () => {
  expect((await service.ask('DELETE', `/emails/${id}?permanent=true`)).status).toBe(200);
  expect((await service.ask('GET', `/emails/${id}`)).status).toBe(404);
  const { text } = await service.ask('POST', `/emails/${id}/unstar`, undefined, { 'idempotency-key': 'unstar' });
  expect(text).toBe(JSON.stringify({ data: { id, permanent: true } }));
  const { body } = await service.ask('GET', `/changes?since=0&limit=1`);
  expect((body as { data: { data: object }[] }).data[0]?.data).toEqual({ id, permanent: true });
});
