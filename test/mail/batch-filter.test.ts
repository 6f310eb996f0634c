// One action on all emails that filters select: what is selected, what is refused, and what the response has.
import { expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { type Scenario, scenarios, type World } from '../support/scenario.ts';
import { seqOf, startTestService } from '../support/service.ts';

const MAIL = { from_address: 'ann@example.org', received_at: '2026-06-01T09:00:00Z' };

/** Emails of a folder of their own; returns their ids as `one`, `two`, … and the newest seq. */
async function fill({ service }: World, folder: string, values: object[]): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const [index, one] of values.entries()) {
    const answer = await service.ask('POST', '/emails', { ...MAIL, folder, ...one });
    names[['one', 'two', 'three', 'four'][index] as string] = (answer.body as { data: { id: string } }).data.id;
    names.seq = String(seqOf(answer));
  }
  return names;
}

const BATCH = '/emails/batch';
const batch = (where: object, action: string, more: object = {}): Scenario['ask'] => [
  'POST',
  BATCH,
  { where, action, ...more },
];
const twice = (event: string) => [event, event];
const tally = { processed: 2, failed: 0, errors: [] };

scenarios('a batch by filter', [
  {
    name: 'changes what the filters select, and nothing else',
    given: (world) => fill(world, 'A', [{}, { is_read: true }, {}]),
    ask: batch({ folder: 'A', is_read: false }, 'mark_read'),
    status: 200,
    body: tally,
    events: twice('email.updated'),
    async also(_answer, { service }) {
      expect((await service.ask('GET', '/emails?folder=A&is_read=false')).body).toMatchObject({ meta: { total: 0 } });
    },
  },
  {
    name: 'has the action move, whose emails leave the filter',
    given: (world) => fill(world, 'B', [{}, {}]),
    ask: batch({ folder: 'B' }, 'move', { params: { folder: 'B2' } }),
    status: 200,
    body: tally,
    events: twice('email.updated'),
  },
  {
    name: 'has the actions for labels, and the filter label',
    given: (world) => fill(world, 'C', [{ labels: ['c', 'x'] }, { labels: ['c'] }, {}]),
    ask: batch({ label: 'c' }, 'remove_label', { params: { label: 'c' } }),
    status: 200,
    body: tally,
    events: twice('email.updated'),
  },
  {
    name: 'has the action snooze',
    given: (world) => fill(world, 'D', [{}, {}]),
    ask: batch({ folder: 'D' }, 'snooze', { params: { until: '2100-01-01T00:00:00Z' } }),
    status: 200,
    body: tally,
    events: twice('email.snoozed'),
  },
  {
    name: 'has the action delete',
    given: (world) => fill(world, 'E', [{ is_starred: true }, { is_starred: true }, {}]),
    ask: batch({ folder: 'E', is_starred: true }, 'delete'),
    status: 200,
    body: tally,
    events: twice('email.deleted'),
  },
  {
    name: 'has the action restore, for the trash',
    given: async (world) => {
      const names = await fill(world, 'F', [{}, {}, {}]);
      for (const id of [names.one, names.two]) await world.make('DELETE', `/emails/${id}`);
      return names;
    },
    ask: batch({ folder: 'F', only_deleted: true }, 'restore'),
    status: 200,
    body: tally,
    events: twice('email.restored'),
  },
  {
    name: 'searches as the list does',
    given: (world) => fill(world, 'G', [{ subject: 'Zebra one' }, { subject: 'two zébras' }, { subject: 'other' }]),
    ask: batch({ search: 'zebra' }, 'star'),
    status: 200,
    body: tally,
    events: twice('email.updated'),
  },
  {
    name: 'has the operators of the list',
    given: (world) =>
      fill(world, 'Q', [{ subject: 'quince one' }, { subject: 'quince two' }, { subject: 'quince', is_read: true }]),
    ask: batch({ q: 'quince is:unread in:Q' }, 'star'),
    status: 200,
    body: tally,
    events: twice('email.updated'),
  },
  {
    name: 'has the range of the list, in its time zone',
    given: (world) =>
      fill(world, 'H', [
        { received_at: '2019-03-01T22:30:00Z' },
        { received_at: '2019-03-02T22:30:00Z' },
        { received_at: '2019-03-02T23:30:00Z' },
      ]),
    ask: batch({ from: '2019-03-01', to: '2019-03-02', tz: 'Europe/Berlin' }, 'star'),
    status: 200,
    body: tally,
    events: twice('email.updated'),
  },
  {
    name: 'does not touch emails that are newer than until_seq, but those that were changed since',
    given: async (world) => {
      const names = await fill(world, 'I', [{}, {}]);
      await fill(world, 'I', [{}]);
      await world.make('POST', `/emails/${names.one}/star`);
      return names;
    },
    ask: ['POST', BATCH, '{"where":{"folder":"I","until_seq":{seq}},"action":"mark_read"}'],
    status: 200,
    body: tally,
    events: twice('email.updated'),
  },
  {
    name: 'returns what it would change, and the until_seq to repeat it with',
    given: (world) => fill(world, 'J', [{}, {}]),
    ask: batch({ folder: 'J' }, 'delete', { dry_run: true }),
    status: 200,
    body: { matched: 2, until_seq: expect.any(Number) },
    events: [],
    also({ body }, _world, { seq }) {
      expect(body).toEqual({ matched: 2, until_seq: Number(seq) });
    },
  },
  {
    name: 'reports each email that the action does not fit, and changes the others',
    given: async (world) => {
      const names = await fill(world, 'K', [{}, {}]);
      await world.make('DELETE', `/emails/${names.two}`);
      return names;
    },
    ask: batch({ folder: 'K', include_deleted: true }, 'delete'),
    status: 200,
    body: { processed: 1, failed: 1, errors: [{ id: '{two}', code: 'ALREADY_DELETED' }] },
    events: ['email.deleted'],
  },
  {
    name: 'of filters that nothing matches is an empty tally',
    ask: batch({ folder: 'Nowhere' }, 'delete'),
    status: 200,
    body: { processed: 0, failed: 0, errors: [] },
    events: [],
  },
  {
    name: 'with a search without words changes nothing',
    ask: batch({ search: '!!!' }, 'delete'),
    status: 200,
    body: { processed: 0 },
    events: [],
  },
  ...refusals(),
]);

function refusals(): Scenario[] {
  const refused = (name: string, body: unknown, field: string, says: string | RegExp): Scenario => ({
    name: `is refused ${name}`,
    ask: ['POST', BATCH, body],
    status: 400,
    error: 'VALIDATION_ERROR',
    field,
    says,
    events: [],
  });
  const action = 'mark_read';
  return [
    refused('without a filter', { where: {}, action }, 'where', '{"all": true} selects all emails'),
    refused(
      'with what is not a filter alone',
      { where: { until_seq: 3, include_deleted: true }, action },
      'where',
      'filter',
    ),
    refused('with only_deleted false alone', { where: { only_deleted: false }, action }, 'where', 'must have a filter'),
    refused('with a blank search', { where: { search: ' ' }, action }, 'where.search', 'blank'),
    refused('with an operator that cannot be read', { where: { q: 'after:whenever' }, action }, 'where.q', /1y\)\.$/),
    refused('that is not all', { where: { all: false }, action }, 'where.all', 'must be true.'),
    refused('with a misspelt filter', { where: { is_raed: true }, action }, 'where.is_raed', 'did you mean is_read?'),
    refused('with the text of a boolean', { where: { is_read: 'false' }, action }, 'where.is_read', 'a boolean'),
    refused('with a time that does not exist', { where: { from: '2026-02-30' }, action }, 'where.from', 'existing'),
    refused(
      'with a range that is exchanged',
      { where: { from: '2026-03-02', to: '2026-03-01' }, action },
      'where.from',
      'exchanged',
    ),
    refused('with all and another filter', { where: { all: true, folder: 'X' }, action }, 'where.all', 'other filters'),
    refused('with ids too', { where: { folder: 'X' }, ids: ['x'], action }, 'ids', 'exclude each other'),
    refused('with where that is not an object', { where: 'folder', action }, 'where', 'an object'),
    refused('without its action', { where: { folder: 'X' } }, 'action', 'required'),
    refused(
      'without the parameters of its action',
      { where: { folder: 'X' }, action: 'move' },
      'params.folder',
      'required',
    ),
    refused(
      'to restore what is not in the trash',
      { where: { folder: 'X' }, action: 'restore' },
      'where.only_deleted',
      'only_deleted',
    ),
    refused('with neither ids nor where', { action }, 'ids', 'or where with filters'),
    refused(
      'with too many words',
      {
        where: {
          search: 'w1 w2 w3 w4 w5 w6 w7 w8 w9 '.repeat(1) + Array.from({ length: 30 }, (_, i) => `v${i}`).join(' '),
        },
        action,
      },
      'where.search',
      'at most 32 words',
    ),
  ];
}

scenarios('a batch by filter of all emails', [
  {
    name: 'needs all: true, and leaves the trash alone',
    given: async (world) => {
      const names = await fill(world, 'A', [{}, {}, {}]);
      await world.make('DELETE', `/emails/${names.one}`);
      return names;
    },
    ask: batch({ all: true }, 'star'),
    status: 200,
    body: tally,
    events: twice('email.updated'),
  },
  {
    name: 'is done once for a repeated Idempotency-Key',
    given: async (world) => {
      const [method, path, body] = batch({ all: true }, 'mark_read');
      const { status } = await world.service.ask(method, path, body, { 'idempotency-key': 'k1' });
      expect(status).toBe(200);
      return {};
    },
    ask: [...(batch({ all: true }, 'mark_read') as [string, string, object]), { 'idempotency-key': 'k1' }],
    status: 200,
    body: tally,
    events: [],
  },
]);

it('a batch of many emails is 202 with the address of its task, also when it is repeated', async () => {
  const usual = limits.batchAtOnce;
  Object.assign(limits, { batchAtOnce: 1 });
  const service = await startTestService();
  for (let n = 0; n < 2; n++) await service.ask('POST', '/emails', MAIL);
  const ask = () =>
    service.ask('POST', '/emails/batch', { where: { all: true }, action: 'star' }, { 'idempotency-key': 'many' });
  const [first, again] = [await ask(), await ask()];
  const { data: task } = first.body as { data: { id: string } };
  for (const { status, headers } of [first, again])
    expect([status, headers.get('location')]).toEqual([202, `/api/v1/tasks/${task.id}`]);
  expect((await service.ask('GET', first.headers.get('location') as string)).status).toBe(200);
  const few = await service.ask('POST', '/emails/batch', { where: { folder: 'NONE' }, action: 'star' });
  expect([few.status, few.headers.get('location')]).toEqual([200, null]);
  await service.end();
  Object.assign(limits, { batchAtOnce: usual });
});
