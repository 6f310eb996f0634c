// Folders, labels and tags: they exist as soon as a record carries them, with counts; they can be created, coloured,
// ordered, renamed, merged and deleted, their records change with them, and every change is on the feed.
import { expect } from 'vitest';
import { putFolder } from '../../src/store/tables/imap-folders.ts';
import { refused, scenarios, type World } from '../support/scenario.ts';

const ACCOUNTS = ['018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10', '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d11'];
const [FIRST, SECOND] = ACCOUNTS as [string, string];

const mail = (more: object) => ({ from_address: 'a@b.org', received_at: '2026-06-01T09:00:00Z', ...more });

/** Makes mails, the last of them in the trash. */
const mails =
  (...all: object[]) =>
  async ({ make }: World) => {
    const made: Record<string, string> = {};
    for (const [index, one] of all.entries()) made[`m${index}`] = (await make('POST', '/emails', mail(one))).id ?? '';
    const gone = made[`m${all.length - 1}`] as string;
    await make('DELETE', `/emails/${gone}`);
    return made;
  };

const created =
  (path: string, body: object) =>
  async ({ make }: World) => {
    await make('POST', path, body);
    return {};
  };

type Named = { name: string; total: number; account_id?: string | null; unread?: number };
const listed = async ({ service }: World, path: string) =>
  ((await service.ask('GET', path)).body as { data: Named[] }).data;

const totals = async (world: World, path: string, names: string[]) => {
  const data = await listed(world, path);
  return names.map((name) => data.find((one) => one.name === name)?.total ?? null);
};

const emailOf = async ({ service }: World, id: string | undefined) =>
  ((await service.ask('GET', `/emails/${id}`)).body as { data: Record<string, unknown> }).data;

const newest = async ({ service }: World) => {
  const { meta } = (await service.ask('GET', '/changes?limit=0')).body as { meta: { seq: number } };
  const { body } = await service.ask('GET', `/changes?since=${meta.seq - 1}`);
  return (body as { data: { data: object }[] }).data[0]?.data;
};

const NEW = { color: null, order: null, total: 0, pending: 0, task_id: null };
const FOLDER = { ...NEW, role: null, account_id: null, is_read_only: false, unread: 0 };

// biome-ignore format: a table
scenarios('unread emails of labels', [
  { name: 'are counted, also after they were read, relabelled, deleted and restored', given: async (world) => {
      const made = await mails({ labels: ['a', 'b'] }, { labels: ['a'], is_read: true }, { labels: ['a'] }, { labels: ['b'] }, { labels: ['a'] })(world);
      await world.make('POST', `/emails/${made.m0}/read`);
      await world.make('POST', `/emails/${made.m1}/unread`);
      await world.make('PATCH', `/emails/${made.m2}`, { labels: ['b'] });
      await world.make('DELETE', `/emails/${made.m1}`);
      await world.make('POST', `/emails/${made.m1}/restore`);
      return made;
    }, ask: ['GET', '/labels'], status: 200, body: { data: [{ name: 'a', total: 2, unread: 1 }, { name: 'b', total: 3, unread: 2 }] }, events: [] },
  { name: 'follow a label that is renamed', ask: ['PATCH', '/labels/b', { name: 'c' }], status: 200, body: { data: { name: 'c', total: 3, unread: 2 } }, events: ['email.updated', 'email.updated', 'email.updated', 'label.updated'] },
  { name: 'are none when the last was read', ask: ['POST', '/emails/batch', { ids: ['{m1}'], action: 'mark_read' }], given: async ({ service }) => ({ m1: ((await service.ask('GET', '/emails?label=a&is_read=false')).body as { data: { id: string }[] }).data[0]?.id as string }), status: 200, events: ['email.updated'],
    also: async (_, world) => expect(await listed(world, '/labels')).toMatchObject([{ name: 'a', total: 2, unread: 0 }, { name: 'c', unread: 2 }]) },
]);

// biome-ignore format: a table
scenarios('labels', [
  { name: 'without any there is an empty list', ask: ['GET', '/labels'], status: 200, body: { data: [], meta: { total: 0, limit: 500, offset: 0, has_more: false } }, events: [] },
  { name: 'a label exists as soon as an email has it, and what is in the trash does not count', given: mails({ labels: ['home', 'x'] }, { labels: ['home'] }, { labels: ['home'] }), ask: ['GET', '/labels'], status: 200, body: { data: [{ name: 'home', ...NEW, total: 2 }, { name: 'x', ...NEW, total: 1 }] }, events: [] },
  { name: 'a label of which all emails are in the trash does not exist', given: mails({ labels: ['lost'] }), ask: ['GET', '/labels/lost'], status: 404, error: 'NOT_FOUND', says: 'There is no label "lost"', events: [] },
  { name: 'POST creates a label without emails', ask: ['POST', '/labels', { name: ' made ', color: '#AABBCC', order: 7 }], status: 201, body: { data: { ...NEW, name: 'made', color: '#aabbcc', order: 7 } }, events: ['label.created'],
    also: async (answer, world) => {
      expect((await world.service.ask('GET', '/labels/made')).text).toBe(answer.text);
      expect(await newest(world)).toEqual((answer.body as { data: object }).data);
    } },
  { name: 'PATCH of a label that only emails have', ask: ['PATCH', '/labels/home', { color: '#112233', order: 1 }], status: 200, body: { data: { ...NEW, name: 'home', color: '#112233', order: 1, total: 2 } }, events: ['label.updated'] },
  { name: 'the list is in its order, then by name', ask: ['GET', '/labels?limit=2&offset=1'], status: 200, body: { data: [{ name: 'made' }, { name: 'x' }], meta: { total: 3, has_more: false } }, events: [] },
  { name: 'a rename changes all emails, those in the trash too, and keeps what was set', ask: ['PATCH', '/labels/home', { name: 'house / ä' }], status: 200, body: { data: { ...NEW, name: 'house / ä', color: '#112233', order: 1, total: 2 } }, events: ['email.updated', 'email.updated', 'email.updated', 'label.updated'],
    also: async (_answer, world) => {
      expect(await newest(world)).toMatchObject({ name: 'house / ä', renamed_from: 'home' });
      expect(await totals(world, '/labels', ['home', 'house / ä'])).toEqual([null, 2]);
      expect((await world.service.ask('GET', '/emails?label=house%20/%20%C3%A4&include_deleted=true')).body).toMatchObject({ meta: { total: 3 } });
    } },
  { name: 'DELETE with to merges two labels, and an email that had both has one', given: mails({ labels: ['one', 'two'] }, { labels: ['one'] }, { labels: ['two'] }), ask: ['DELETE', '/labels/one?to=two'], status: 200, body: { data: { name: 'one', deleted: true, emails: 2, moved_to: 'two', task_id: null } }, events: ['label.deleted', 'email.updated', 'email.updated'],
    also: async (_answer, world, { m0, m1 }) => {
      expect([(await emailOf(world, m0)).labels, (await emailOf(world, m1)).labels]).toEqual([['two'], ['two']]);
      expect(await totals(world, '/labels', ['one', 'two'])).toEqual([null, 2]);
    } },
  { name: 'DELETE takes the label from its emails, those in the trash too', given: mails({ labels: ['kept', 'gone'] }, { labels: ['gone'] }), ask: ['DELETE', '/labels/gone'], status: 200, body: { data: { name: 'gone', deleted: true, emails: 1, moved_to: null } }, events: ['label.deleted', 'email.updated', 'email.updated'],
    also: async (_answer, world, { m0, m1 }) => {
      expect([(await emailOf(world, m0)).labels, (await emailOf(world, m1)).labels]).toEqual([['kept'], []]);
      expect(await totals(world, '/labels', ['gone', 'kept'])).toEqual([null, 1]);
    } },
  { name: 'DELETE of a label without emails', given: created('/labels', { name: 'bare' }), ask: ['DELETE', '/labels/bare'], status: 200, body: { data: { emails: 0 } }, events: ['label.deleted'],
    also: async (_answer, world) => expect(await newest(world)).toEqual({ name: 'bare', permanent: true }) },
  ...refused([
    ['a rename to the name of a label that exists, and says how to merge them', ['PATCH', '/labels/made', { name: 'two' }], 409, 'CONFLICT', /already.*DELETE \/labels\/made\?to=two/],
    ['a label that exists by its emails', ['POST', '/labels', { name: 'two' }], 409, 'CONFLICT', 'There is a label "two" already'],
    ['a label without a name', ['POST', '/labels', { color: '#000000' }], 400, 'VALIDATION_ERROR', 'name is required', 'name'],
    ['a blank name', ['POST', '/labels', { name: ' ' }], 400, 'VALIDATION_ERROR', 'must not be blank', 'name'],
    ['a colour by name', ['PATCH', '/labels/made', { color: 'red' }], 400, 'VALIDATION_ERROR', '#3366cc', 'color'],
    ['a total', ['PATCH', '/labels/made', { total: 3 }], 400, 'VALIDATION_ERROR', 'cannot be set here', 'total'],
    ['a label that is not there, and says which was meant', ['PATCH', '/labels/maed', { order: 1 }], 404, 'NOT_FOUND', 'did you mean "made"?'],
    ['If-Match of another version', ['PATCH', '/labels/made', { order: 1 }, { 'if-match': '"1"' }], 412, 'PRECONDITION_FAILED', 'read it again'],
    ['a merge into a label that is not there', ['DELETE', '/labels/made?to=kepd'], 400, 'INVALID_QUERY', 'did you mean "kept"?', 'to'],
    ['a merge into itself', ['DELETE', '/labels/made?to=made'], 400, 'INVALID_QUERY', 'another label', 'to'],
  ]),
  { name: 'names that differ in case are two labels', ask: ['POST', '/labels', { name: 'Made' }], status: 201, body: { data: { name: 'Made' } }, events: ['label.created'] },
]);

// biome-ignore format: a table
scenarios('tags', [
  { name: 'a tag exists as soon as a contact has it', given: async ({ make }) => { await make('POST', '/contacts', { display_name: 'Ann', tags: ['friends', 'work'] }); await make('POST', '/contacts', { display_name: 'Bob', tags: ['friends'] }); return {}; }, ask: ['GET', '/tags'], status: 200, body: { data: [{ name: 'friends', ...NEW, total: 2 }, { name: 'work', ...NEW, total: 1 }] }, events: [] },
  { name: 'a rename changes the contacts', ask: ['PATCH', '/tags/friends', { name: 'pals', color: '#00ff00' }], status: 200, body: { data: { name: 'pals', color: '#00ff00', total: 2 } }, events: ['contact.updated', 'contact.updated', 'tag.updated'] },
  { name: 'a contact in the trash is renamed too, and reported as deleted again', given: async ({ make }) => { const { id } = await make('POST', '/contacts', { display_name: 'Cid', tags: ['work'] }); await make('DELETE', `/contacts/${id}`); return { id: id ?? '' }; }, ask: ['PATCH', '/tags/work', { name: 'job' }], status: 200, events: ['contact.updated', 'contact.deleted', 'tag.updated'],
    also: async (_answer, world, { id }) => expect(await world.make('POST', `/contacts/${id}/restore`)).toMatchObject({ tags: ['job'] }) },
  { name: 'DELETE takes the tag from its contacts', ask: ['DELETE', '/tags/job'], status: 200, body: { data: { name: 'job', deleted: true, contacts: 2, moved_to: null } }, events: ['tag.deleted', 'contact.updated', 'contact.updated'], also: async (_answer, world) => expect(await totals(world, '/tags', ['job', 'pals'])).toEqual([null, 2]) },
]);

/** An account with folders at its server, one of them without mail here. */
async function atServer({ service }: World): Promise<void> {
  await service.store.write(1, async (tx) => {
    for (const [path, folder] of [
      ['INBOX', 'INBOX'],
      ['Lists', 'Lists'],
      ['Deleted Items', 'TRASH'],
    ] as const)
      putFolder(tx, FIRST, path, folder);
  });
}

const ROLES = ['INBOX', 'DRAFTS', 'SENT', 'OUTBOX', 'SNOOZED', 'ARCHIVE', 'SPAM', 'TRASH'];

// biome-ignore format: a table
scenarios('folders', [
  { name: 'those with a role always exist', ask: ['GET', '/folders'], status: 200, events: [],
    also: ({ body }) => {
      const { data } = body as { data: { name: string; role: string }[] };
      expect(data.map(({ name }) => name)).toEqual([...ROLES, 'Lists']);
      expect(data.map(({ role }) => role)).toEqual(['inbox', 'drafts', 'sent', 'outbox', 'snoozed', 'archive', 'junk', 'trash', null]);
      expect(data[0]).toEqual({ name: 'INBOX', ...FOLDER, role: 'inbox', is_read_only: true });
    } },
  { name: 'they count emails of all accounts and those that are unread, without the trash', given: mails({ account_id: FIRST }, { account_id: FIRST, is_read: true }, { account_id: SECOND }, {}, { folder: 'Plans' }, {}), ask: ['GET', '/folders'], status: 200, events: [],
    also: async ({ body }) => expect((body as { data: Named[] }).data.filter(({ total }) => total > 0)).toMatchObject([{ name: 'INBOX', total: 4, unread: 3 }, { name: 'Plans', total: 1, unread: 1, is_read_only: false }]) },
  { name: 'of one account', ask: ['GET', `/folders?account_id=${FIRST}`], status: 200, body: { data: [{ name: 'INBOX', account_id: FIRST, total: 2, unread: 1 }, { name: 'TRASH', account_id: FIRST, total: 0 }, { name: 'Lists', account_id: FIRST, total: 0, unread: 0 }], meta: { total: 3 } }, events: [] },
  { name: 'of each account', ask: ['GET', '/folders?per_account=true'], status: 200, events: [],
    also: ({ body }) => expect((body as { data: Named[] }).data.map(({ name, account_id, total }) => [name, account_id, total])).toEqual([['INBOX', FIRST, 2], ['INBOX', null, 1], ['INBOX', SECOND, 1], ['TRASH', FIRST, 0], ['Lists', FIRST, 0], ['Plans', null, 1]]) },
  { name: 'a folder with a role is found in any case', ask: ['GET', '/folders/inbox'], status: 200, body: { data: { name: 'INBOX', total: 4 } }, events: [] },
  { name: 'a folder with a role can be coloured', ask: ['PATCH', '/folders/INBOX', { color: '#ff0000' }], status: 200, body: { data: { name: 'INBOX', color: '#ff0000', unread: 3 } }, events: ['folder.updated'] },
  { name: 'POST creates an empty folder', ask: ['POST', '/folders', { name: 'Empty' }], status: 201, body: { data: { name: 'Empty', ...FOLDER } }, events: ['folder.created'] },
  { name: 'a rename moves the emails, and a snoozed one returns to the new name', given: async (world) => { const made = await mails({ folder: 'Old' }, { folder: 'Old' }, { folder: 'Old' })(world); await world.make('POST', `/emails/${made.m1}/snooze`, { until: '2099-01-01' }); return made; },
    ask: ['PATCH', '/folders/Old', { name: ' New ' }], status: 200, body: { data: { name: 'New', total: 1, unread: 1 } }, events: ['email.updated', 'email.updated', 'email.updated', 'folder.updated'],
    also: async (_answer, world, { m0, m1, m2 }) => {
      expect([(await emailOf(world, m0)).folder, (await emailOf(world, m2)).folder]).toEqual(['New', 'New']);
      expect(await emailOf(world, m1)).toMatchObject({ folder: 'SNOOZED', snoozed_from: 'New', snoozed_until: '2099-01-01T00:00:00Z' });
      expect(await world.make('POST', `/emails/${m1}/unsnooze`)).toMatchObject({ folder: 'New' });
    } },
  { name: 'DELETE with to moves the emails to another folder', given: mails({ folder: 'Here' }, { folder: 'Here' }), ask: ['DELETE', '/folders/Here?to=ARCHIVE'], status: 200, body: { data: { name: 'Here', deleted: true, emails: 1, moved_to: 'ARCHIVE' } }, events: ['folder.deleted', 'email.updated', 'email.updated'],
    also: async (_answer, world, { m0 }) => expect((await emailOf(world, m0)).folder).toBe('ARCHIVE') },
  { name: 'DELETE moves the emails to the trash, and a snoozed one returns to the inbox', given: async (world) => { const made = await mails({ folder: 'Bin' }, { folder: 'Bin' }, {})(world); await world.make('POST', `/emails/${made.m1}/snooze`, { until: '2099-01-01' }); return made; },
    ask: ['DELETE', '/folders/Bin'], status: 200, body: { data: { name: 'Bin', deleted: true, emails: 1, moved_to: null } }, events: ['folder.deleted', 'email.deleted', 'email.updated'],
    also: async (_answer, world, { m0, m1 }) => {
      expect((await emailOf(world, m0)).deleted_at).not.toBeNull();
      expect(await emailOf(world, m1)).toMatchObject({ folder: 'SNOOZED', snoozed_from: 'INBOX', deleted_at: null });
      expect(await totals(world, '/folders', ['Bin'])).toEqual([null]);
    } },
  ...refused([
    ['a rename of a folder with a role', ['PATCH', '/folders/INBOX', { name: 'In' }], 409, 'READ_ONLY', 'cannot be renamed: it is the folder for inbox'],
    ['DELETE of a folder with a role', ['DELETE', '/folders/SENT'], 409, 'READ_ONLY', 'cannot be deleted'],
    ['a merge of a folder with a role', ['DELETE', '/folders/ARCHIVE?to=New'], 409, 'READ_ONLY', 'cannot be deleted'],
    ['a rename of a folder at a mail server', ['PATCH', '/folders/Lists', { name: 'Groups' }], 409, 'READ_ONLY', 'at the mail server'],
    ['DELETE of a folder at a mail server', ['DELETE', '/folders/Lists'], 409, 'READ_ONLY', 'at the mail server'],
    ['a rename to a folder with a role', ['PATCH', '/folders/New', { name: 'trash' }], 409, 'CONFLICT', 'There is a folder "TRASH" already'],
    ['a merge into SNOOZED', ['DELETE', '/folders/New?to=snoozed'], 400, 'INVALID_QUERY', 'cannot be snoozed without a time', 'to'],
    ['an account that is not a UUID', ['GET', '/folders?account_id=1'], 400, 'INVALID_QUERY', 'UUID', 'account_id'],
  ]),
], atServer);
