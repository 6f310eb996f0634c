// One conversation: its mails in order and of all folders, pages, fields and compact lines; and actions on whole
// conversations with a batch.
import { expect } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { type Context, creatable, create } from '../../../src/records/records.ts';
import { email } from '../../../src/resources/email.ts';
import { type Scenario, scenarios, type World } from '../../support/scenario.ts';
import { problemsOf } from '../../support/soundness.ts';

type Mail = Record<string, unknown>;
interface Answer {
  data: Mail & { emails: Mail[] };
  meta: object;
}

const day = (number: number) => `2020-02-${String(number).padStart(2, '0')}T09:00:00Z`;
const context: Context = { timezone: 'UTC', source: 'local', versions: null };
let made = 0;

/** A conversation of its own, as {thread}: a received mail, a later one in the archive, a sent one, and a draft. */
const given = async ({ make }: World) => {
  const thread = `018f3c5e-0000-7000-8000-${String(++made).padStart(12, '0')}`;
  const post = (mail: Mail) => make('POST', '/emails', { thread_id: thread, from_address: 'ann@x.org', ...mail });
  const second = await post({ subject: 'second', received_at: day(3), folder: 'ARCHIVE' });
  const first = await post({ subject: 'first', received_at: day(1), body_plain: 'Hello' });
  const sent = await post({ subject: 'sent', received_at: day(2), status: 'sent', is_read: true });
  const draft = await post({ subject: 'draft', status: 'draft', is_read: true });
  const ids = { first: first.id, second: second.id, sent: sent.id, draft: draft.id };
  return { thread, handle: thread.slice(-10), ...ids } as unknown as Record<string, string>;
};

const trash = (names: Record<string, string>, { service }: World) =>
  service.ask('POST', '/emails/batch', { thread_ids: [names.thread], action: 'delete' });

const subjects = (body: unknown) => (body as Answer).data.emails.map(({ subject }) => subject);

const shows = (name: string, query: string, expected: string[], more: Partial<Scenario> = {}): Scenario => ({
  name,
  given,
  ask: ['GET', `/threads/{thread}${query}`],
  status: 200,
  events: [],
  ...more,
  also(answer, world, names) {
    expect(subjects(answer.body)).toEqual(expected);
    return more.also?.(answer, world, names);
  },
});

const foldersOf = async ({ service }: World, thread = '') => {
  const { body } = await service.ask(
    'GET',
    `/threads/${thread}?fields=folder,is_read,labels,subject&include_deleted=true`,
  );
  return Object.fromEntries((body as unknown as Answer).data.emails.map(({ subject, folder }) => [subject, folder]));
};

scenarios('one conversation', [
  shows('has the mails of all folders, oldest first, and drafts last', '', ['first', 'sent', 'second', 'draft'], {
    body: {
      data: {
        id: '{thread}',
        subject: 'first',
        count: 4,
        unread: 2,
        has_drafts: true,
        folders: ['ARCHIVE', 'DRAFTS', 'INBOX', 'SENT'],
      },
      meta: { total: 4, limit: 100, offset: 0, has_more: false },
    },
    also: ({ body }) =>
      expect((body as unknown as Answer).data.emails[0]).toMatchObject({ body_plain: 'Hello', body_html: null }),
  }),
  shows('is found by its handle', '', ['first', 'sent', 'second', 'draft'], { ask: ['GET', '/threads/%23{handle}'] }),
  shows('can be read newest first', '?order=desc', ['second', 'sent', 'first', 'draft']),
  shows('has pages', '?limit=2&offset=1', ['sent', 'second'], {
    body: { meta: { total: 4, limit: 2, offset: 1, has_more: true } },
  }),
  shows('leaves bodies out', '?body=false', ['first', 'sent', 'second', 'draft'], {
    also: ({ body }) => expect((body as unknown as Answer).data.emails[0]).not.toHaveProperty('body_plain'),
  }),
  shows('has the fields that are asked for', '?fields=subject&limit=1', ['first'], {
    also: ({ body }) =>
      expect(Object.keys((body as unknown as Answer).data.emails[0] ?? {})).toEqual(['id', 'subject']),
  }),
  {
    name: 'as compact lines',
    given,
    ask: ['GET', '/threads/{thread}?format=compact&limit=1'],
    status: 200,
    events: [],
    also: ({ body }, _, { handle }) =>
      expect(body).toMatchObject({
        format: 'compact',
        summary: expect.stringMatching(
          new RegExp(
            `^#${handle} .* ann@x.org: first \\[ARCHIVE, DRAFTS, INBOX, SENT\\] \\(4 emails, 2 unread, draft\\)$`,
          ),
        ),
        lines: [expect.stringContaining('ann@x.org: first')],
      }),
  },
  {
    name: 'that does not exist is not found',
    ask: ['GET', '/threads/nothing'],
    status: 404,
    error: 'NOT_FOUND',
    events: [],
  },
  {
    name: 'whose handle fits two is not chosen',
    given: async (world) => {
      await world.make('POST', '/emails', {
        thread_id: '018f3c5e-0000-7000-8000-00aaaaaaaaaa',
        from_address: 'a@x.org',
        received_at: day(1),
      });
      await world.make('POST', '/emails', {
        thread_id: '018f3c5f-0000-7000-8000-00aaaaaaaaaa',
        from_address: 'a@x.org',
        received_at: day(1),
      });
      return {};
    },
    ask: ['GET', '/threads/aaaaaaaaaa'],
    status: 409,
    error: 'AMBIGUOUS_ID',
    events: [],
  },
  {
    name: 'in the trash has its mails with include_deleted',
    given: async (world) => {
      const names = await given(world);
      await trash(names, world);
      return names;
    },
    ask: ['GET', '/threads/{thread}?include_deleted=true'],
    status: 200,
    body: { data: { subject: 'first', count: 0, unread: 0, folders: [], has_drafts: false }, meta: { total: 4 } },
    events: [],
  },
]);

const batch = (action: string, params: object | undefined, processed: number, more: Partial<Scenario>): Scenario => ({
  name: `${action} changes what it is for`,
  given,
  ask: ['POST', '/emails/batch', { thread_ids: ['{thread}'], action, ...(params && { params }) }],
  status: 200,
  body: { processed, failed: 0, errors: [], threads: 1 },
  events: Array.from({ length: processed }, () => 'email.updated'),
  ...more,
});

scenarios('a batch of conversations', [
  batch('move', { folder: 'Kept' }, 2, {
    also: async (_, world, { thread }) =>
      expect(await foldersOf(world, thread)).toEqual({ first: 'Kept', second: 'Kept', sent: 'SENT', draft: 'DRAFTS' }),
  }),
  batch('mark_read', undefined, 4, {
    also: async (_, { service }, { thread }) =>
      expect((await service.ask('GET', `/threads/${thread}`)).body).toMatchObject({ data: { unread: 0 } }),
  }),
  batch('mark_unread', undefined, 2, {}),
  batch('star', undefined, 4, {}),
  batch('unstar', undefined, 4, {}),
  batch('add_label', { label: 'home' }, 4, {
    also: async (_, { service }, { thread }) =>
      expect((await service.ask('GET', `/threads/${thread}`)).body).toMatchObject({ data: { labels: ['home'] } }),
  }),
  batch('remove_label', { label: 'home' }, 4, {}),
  batch('snooze', { until: '2100-01-01T00:00:00Z' }, 2, { events: ['email.snoozed', 'email.snoozed'] }),
  batch('delete', undefined, 4, { events: Array.from({ length: 4 }, () => 'email.deleted') }),
  batch('restore', undefined, 4, {
    given: async (world) => {
      const names = await given(world);
      await trash(names, world);
      return names;
    },
    events: Array.from({ length: 4 }, () => 'email.restored'),
  }),
  batch('mark_read', undefined, 4, {
    name: 'takes handles, and each conversation once',
    ask: ['POST', '/emails/batch', { thread_ids: ['#{handle}', '{thread}'], action: 'mark_read' }],
  }),
  {
    name: 'an unknown one, an ambiguous handle and one without suitable mail fail alone',
    given: async (world) => {
      const names = await given(world);
      for (const prefix of ['018f3c5e', '018f3c5f'])
        await world.make('POST', '/emails', {
          thread_id: `${prefix}-0000-7000-8000-00bbbbbbbbbb`,
          from_address: 'a@x.org',
          received_at: day(1),
        });
      return names;
    },
    ask: [
      'POST',
      '/emails/batch',
      { thread_ids: ['none', 'bbbbbbbbbb', '018f3c5e-0000-7000-8000-00bbbbbbbbbb', '{thread}'], action: 'restore' },
    ],
    status: 200,
    body: {
      processed: 0,
      failed: 4,
      threads: 0,
      errors: [
        { id: 'none', code: 'NOT_FOUND' },
        { id: 'bbbbbbbbbb', code: 'AMBIGUOUS_ID' },
        { id: '018f3c5e-0000-7000-8000-00bbbbbbbbbb', code: 'CONFLICT' },
        { id: '{thread}', code: 'CONFLICT' },
      ],
    },
    events: [],
  },
  {
    name: 'more mails than one request changes are refused with their conversation',
    async given(world) {
      await world.service.store.write(1, async (tx) => {
        for (let n = 0; n <= limits.threadBatchMails; n++)
          await create(
            tx,
            email,
            creatable(email),
            { thread_id: 'long', from_address: 'a@x.org', received_at: day(1) },
            context,
          );
      });
      return given(world);
    },
    ask: ['POST', '/emails/batch', { thread_ids: ['long', '{thread}'], action: 'mark_read' }],
    status: 200,
    body: {
      processed: 4,
      failed: 1,
      threads: 1,
      errors: [{ id: 'long', code: 'VALIDATION_ERROR', message: expect.stringContaining('"where": {"thread_id"') }],
    },
    events: Array.from({ length: 4 }, () => 'email.updated'),
  },
  {
    name: 'more text than one request changes is refused with its conversation, unless it is a single mail',
    async given(world) {
      const names = await given(world);
      const body_plain = 'x'.repeat(limits.threadBatchBytes / 2);
      const mail = { from_address: 'a@x.org', received_at: day(1), body_plain };
      for (const thread_id of ['large', 'large', 'one'])
        await world.service.store.write(1, (tx) =>
          create(tx, email, creatable(email), { ...mail, thread_id }, context),
        );
      return names;
    },
    ask: ['POST', '/emails/batch', { thread_ids: ['large', 'one', '{thread}'], action: 'star' }],
    status: 200,
    body: {
      processed: 1,
      failed: 2,
      threads: 1,
      errors: [
        { id: 'large', code: 'VALIDATION_ERROR', message: expect.stringContaining('of one conversation 4 MiB') },
        { id: '{thread}', code: 'VALIDATION_ERROR' },
      ],
    },
    events: ['email.updated'],
  },
  {
    name: 'ids beside thread_ids are refused',
    ask: ['POST', '/emails/batch', { ids: ['a'], thread_ids: ['a'], action: 'star' }],
    status: 400,
    error: 'VALIDATION_ERROR',
    field: 'ids',
    events: [],
  },
  {
    name: 'what is needed is named if neither is given',
    ask: ['POST', '/emails/batch', { action: 'star' }],
    status: 400,
    error: 'VALIDATION_ERROR',
    field: 'ids',
    says: 'thread_ids',
    events: [],
  },
  {
    name: 'leaves counts that are those of the mails',
    ask: ['GET', '/threads?limit=0'],
    status: 200,
    events: [],
    also: async (_, { service }) => expect(await problemsOf(service.database)).toEqual([]),
  },
]);
