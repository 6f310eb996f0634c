// Lists that are long: totals are kept and not counted, deep pages are read from the nearer end, and a search gives
// the newest first from the order of its index. All of it must be what plain counting and sorting would give.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { find } from '../../src/records/find.ts';
import { change, insert, newRecord } from '../../src/records/records.ts';
import { email } from '../../src/resources/email.ts';
import type { Tx } from '../../src/store/port.ts';
import { consistencyProblems } from '../../src/store/transfer/consistency.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Mail {
  id: string;
  received_at: string;
  folder: string;
  is_read: boolean;
  is_starred: boolean;
  labels: string[];
  subject: string;
}

const COUNT = limits.deepOffset + 700;
let service: TestService;
let mails: Mail[];

// Put in through the store, in one transaction: by requests it would take a minute.
beforeAll(async () => {
  service = await startTestService();
  mails = await service.store.write(1, async (tx) => {
    const made: Mail[] = [];
    for (let n = 0; n < COUNT; n++) {
      const record = newRecord(tx, email, mailNumber(n), 'test');
      await insert(tx, email, record);
      made.push(record as unknown as Mail);
    }
    return made;
  });
});
afterAll(() => service.end());

// Many of one second, in no order: the order within a second is by milliseconds and id, not by arrival.
function mailNumber(n: number): Record<string, unknown> {
  const second = (n * 7) % 40;
  return {
    from_address: 'ann@example.org',
    received_at: new Date(Date.UTC(2026, 1, 17, 8, 0, second, (n * 13) % 3)).toISOString(),
    subject: n % 3 === 0 ? 'the harvest is in' : 'the weather',
    folder: ['INBOX', 'ARCHIVE', 'garden'][n % 3],
    is_read: n % 2 === 0,
    is_starred: n % 5 === 0,
    labels: n % 4 === 0 ? ['home'] : [],
  };
}

const newestFirst = (a: Mail, b: Mail) =>
  Date.parse(b.received_at) - Date.parse(a.received_at) || (a.id < b.id ? 1 : -1);

async function page(query: string): Promise<{ ids: string[]; total: number }> {
  const { body } = await service.ask('GET', `/emails?${query}`);
  const { data, meta } = body as { data: { id: string }[]; meta: { total: number } };
  return { ids: data.map(({ id }) => id), total: meta.total };
}

describe('totals', () => {
  it.each([
    ['', () => true],
    ['folder=INBOX', (mail: Mail) => mail.folder === 'INBOX'],
    ['is_read=false', (mail: Mail) => !mail.is_read],
    ['folder=garden&is_read=true', (mail: Mail) => mail.folder === 'garden' && mail.is_read],
    [
      'folder=INBOX&is_read=false&is_starred=true',
      (mail: Mail) => mail.folder === 'INBOX' && !mail.is_read && mail.is_starred,
    ],
    ['label=home', (mail: Mail) => mail.labels.includes('home')],
    ['label=home&folder=INBOX', (mail: Mail) => mail.labels.includes('home') && mail.folder === 'INBOX'],
    ['status=draft', () => false],
    ['snoozed=false', () => true],
    ['from=2026-02-17T08:00:10Z', (mail: Mail) => Date.parse(mail.received_at) >= Date.UTC(2026, 1, 17, 8, 0, 10)],
    ['from=2026-01-01&to=2026-06-01', () => true],
    [
      'from=2025-01-01&to=2026-02-17T08:00:05Z',
      (mail: Mail) => Date.parse(mail.received_at) <= Date.UTC(2026, 1, 17, 8, 0, 5),
    ],
    ['search=harvest', (mail: Mail) => mail.subject.includes('harvest')],
    ['search=harvest&folder=INBOX', (mail: Mail) => mail.subject.includes('harvest') && mail.folder === 'INBOX'],
  ] as [string, (mail: Mail) => boolean][])('of %j are what counting gives', async (query, fits) => {
    expect((await page(`limit=0&${query}`)).total).toBe(mails.filter(fits).length);
  });

  it('follow every change: flags, folders, labels, trash, restore, erasure', async () => {
    const one = mails[1] as Mail;
    const total = async (query: string) => (await page(`limit=0&${query}`)).total;
    const queries = [
      '',
      'folder=ARCHIVE',
      'folder=elsewhere',
      'is_read=true',
      'label=new',
      'only_deleted=true',
      'include_deleted=true',
      'search=weather',
      'search=weather&only_deleted=true',
    ];
    const before = await Promise.all(queries.map(total));
    const differences = async () =>
      (await Promise.all(queries.map(total))).map((now, index) => now - (before[index] as number));
    await service.ask('PATCH', `/emails/${one.id}`, { folder: 'elsewhere', is_read: true, labels: ['new'] });
    expect(await differences()).toEqual([0, -1, 1, 1, 1, 0, 0, 0, 0]);
    await service.ask('DELETE', `/emails/${one.id}`);
    expect(await differences()).toEqual([-1, -1, 0, 0, 0, 1, 0, -1, 1]);
    await service.ask('POST', `/emails/${one.id}/restore`);
    expect(await differences()).toEqual([0, -1, 1, 1, 1, 0, 0, 0, 0]);
    await service.ask('DELETE', `/emails/${one.id}?permanent=true`);
    expect(await differences()).toEqual([-1, -1, 0, 0, 0, 0, -1, -1, 0]);
    mails = mails.filter(({ id }) => id !== one.id);
    expect(await consistencyProblems(service.store)).toEqual([]);
  });
});

describe('labels', () => {
  it('with equal column values are counted once', async () => {
    const labels = ['half \ud800', 'half \udbff'];
    const made = await service.ask('POST', '/emails', { from_address: 'a@b.org', received_at: '2020-01-01', labels });
    expect(made.status).toBe(201);
    const { id } = (made.body as { data: { id: string } }).data;
    expect(await consistencyProblems(service.store)).toEqual([]);
    await service.ask('PATCH', `/emails/${id}`, { labels: labels.slice(1) });
    expect(await consistencyProblems(service.store)).toEqual([]);
    await service.ask('DELETE', `/emails/${id}?permanent=true`);
  });
});

describe('deep pages', () => {
  it.each([limits.deepOffset - 1, limits.deepOffset, limits.deepOffset + 333, COUNT - 5, COUNT, COUNT + 50])(
    'at offset %i have the same records as the complete list there',
    async (offset) => {
      const sorted = [...mails].sort(newestFirst).map(({ id }) => id);
      expect(await page(`limit=20&offset=${offset}`)).toEqual({
        ids: sorted.slice(offset, offset + 20),
        total: mails.length,
      });
      const { ids } = await page(`limit=20&offset=${offset}&order=asc`);
      expect(ids).toEqual(sorted.toReversed().slice(offset, offset + 20));
    },
  );
});

describe('a search, newest first', () => {
  it.each([0, 1, 19, 100, 400])('gives at offset %i what sorting all matches gives', async (offset) => {
    const sorted = mails
      .filter(({ subject }) => subject.includes('harvest'))
      .sort(newestFirst)
      .map(({ id }) => id);
    expect((await page(`search=harvest&limit=20&offset=${offset}`)).ids).toEqual(sorted.slice(offset, offset + 20));
  });

  it('puts a mail whose time has changed where it now belongs', async () => {
    const moved = mails.find(({ subject }) => subject.includes('harvest')) as Mail;
    await service.store.write(1, async (tx) => {
      const stored = await find(tx, email, moved.id);
      await change(tx, email, stored, { received_at: '2027-01-01T00:00:00Z' });
    });
    expect((await page('search=harvest&limit=1')).ids).toEqual([moved.id]);
    expect(await consistencyProblems(service.store)).toEqual([]);
  });
});

describe('writes that share a commit', () => {
  it('are stored though one of them fails after it has written, and leave no gap in the log', async () => {
    const seq = async () => ((await service.ask('GET', '/changes?limit=1')).body as { meta: { seq: number } }).meta.seq;
    const before = await seq();
    const write = (name: string, fails: boolean) =>
      service.store.write(1, async (tx: Tx) => {
        await insert(tx, email, newRecord(tx, email, { ...mailNumber(1), subject: name }, 'test'));
        if (fails) throw new Error('too late');
      });
    const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => write(name, name === 'b')));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await seq()).toBe(before + 3);
    expect(await consistencyProblems(service.store)).toEqual([]);
  });
});
