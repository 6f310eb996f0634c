// Mirroring with a faulty server, or one whose mailbox changes in unusual ways: no mail is lost, duplicated or moved to
// the trash, nothing loops, and the report is correct.
import { beforeEach, describe, expect, it } from 'vitest';
import { countJobs } from '../support/jobs.ts';
import { createMailbox, sourceOf } from '../support/memory-mailbox.ts';
import {
  box,
  context,
  folderOf,
  mails,
  mirrorAMailbox,
  only,
  reconnect,
  report,
  run,
  service,
  useMailbox,
} from '../support/mirroring.ts';

mirrorAMailbox();

describe('a folder', () => {
  it('whose status the server does not report keeps its mail, and the error is reported', async () => {
    box.add('Work', sourceOf('plan'));
    await run();
    box.silent.add('Work');
    await run();
    reconnect();
    await run();
    expect(await only()).toMatchObject({ folder: 'Work', deleted_at: null });
    expect((await folderOf('Work'))?.last_error).toMatch(/does not report the status of the folder/);
    box.silent.clear();
    await run();
    expect(await folderOf('Work')).toMatchObject({ last_error: null, missing: 0 });
  });

  it('is not opened after a notification of the inbox, unless a message has left the inbox', async () => {
    box.add('INBOX', sourceOf('first'));
    await run();
    box.opened.length = 0;
    box.add('INBOX', sourceOf('second'));
    box.add('Work', sourceOf('third'));
    await run('inbox');
    expect([await mails(), new Set(box.opened)]).toMatchObject([{ length: 2 }, new Set(['INBOX'])]);
    box.remove('INBOX', 'first');
    box.add('Work', sourceOf('first'));
    await run('inbox');
    expect((await mails()).map(({ folder, deleted_at }) => [folder, deleted_at])).toEqual([
      ['Work', null],
      ['INBOX', null],
      ['Work', null],
    ]);
  });

  it('that shows messages of other folders and is no longer selected keeps its mail', async () => {
    useMailbox(createMailbox({ INBOX: undefined, Everything: '\\All' }));
    box.add('Everything', sourceOf('old'));
    reconnect({ folders: ['INBOX', 'Everything'] });
    await run();
    reconnect({ folders: null });
    await run();
    expect(await only()).toMatchObject({ deleted_at: null });
  });

  it('that cannot be opened may contain what is missing elsewhere', async () => {
    box.add('INBOX', sourceOf('moving'));
    await run();
    const { id } = await only();
    box.remove('INBOX', 'moving');
    box.add('Work', sourceOf('moving'));
    box.unreadable.add('Work');
    await run();
    expect(await only()).toMatchObject({ deleted_at: null });
    reconnect(); // and a new start does not forget it
    await run();
    expect(await only()).toMatchObject({ deleted_at: null });
    box.unreadable.clear();
    await run();
    expect(await only()).toMatchObject({ id, folder: 'Work', deleted_at: null });
    expect(await folderOf('Work')).toMatchObject({ last_error: null, missing: 0, extra: 0 });
  });

  it('whose list is shorter than its count is not treated as complete', async () => {
    box.add('INBOX', sourceOf('one'));
    box.add('INBOX', sourceOf('two'));
    await run();
    box.short.add('INBOX');
    await run();
    expect((await mails()).map(({ deleted_at }) => deleted_at)).toEqual([null, null]);
    expect((await folderOf('INBOX'))?.last_error).toMatch(/1 of its 2 messages/);
  });

  it('whose search fails is not complete', async () => {
    reconnect({ since: '2025-01-01' });
    box.add('INBOX', sourceOf('one'));
    box.searches = false;
    await run();
    expect((await folderOf('INBOX'))?.last_error).toMatch(/did not say which messages/);
    box.searches = true;
    await run();
    expect(await only()).toMatchObject({ subject: 'one' });
  });

  it('that the server has under another name renames its mail, without a loop', async () => {
    box.prefix = 'INBOX.';
    box.add('INBOX', sourceOf('one'));
    await run();
    const { id } = await only();
    for (let turn = 0; turn < 2; turn++) {
      await service.ask('PATCH', `/emails/${id}`, { folder: 'Projects' });
      await run();
      await service.ask('POST', `/emails/${id}/${turn === 0 ? 'star' : 'unstar'}`);
      await run();
      expect(await only()).toMatchObject({ folder: 'INBOX.Projects', is_starred: turn === 0 });
      expect((await report()).waiting_changes).toBe(0);
    }
    await service.ask('PATCH', `/emails/${id}`, { folder: 'Inbox' });
    await run();
    expect(await only()).toMatchObject({ folder: 'INBOX' });
    await service.ask('PATCH', `/emails/${id}`, { folder: 'inbox' });
    await run();
    expect(await only()).toMatchObject({ folder: 'INBOX' });
    expect([box.subjects('INBOX'), (await report()).waiting_changes]).toEqual([['one'], 0]);
  });
});

describe('where only the inbox is synced', () => {
  beforeEach(async () => {
    reconnect({ folders: ['INBOX'] });
    await service.ask('PATCH', `/email-accounts/${context.accountId}`, { sync: { folders: ['INBOX'] } });
    box.add('INBOX', sourceOf('one'));
    await run();
  });

  it('restoring and erasing reach the server', async () => {
    const { id } = await only();
    await service.ask('DELETE', `/emails/${id}`);
    await run();
    await run();
    expect([box.subjects('INBOX'), box.subjects('Trash')]).toEqual([[], ['one']]);
    await service.ask('POST', `/emails/${id}/restore`);
    await run();
    expect([box.subjects('INBOX'), box.subjects('Trash')]).toEqual([['one'], []]);
    await service.ask('DELETE', `/emails/${id}`);
    await run();
    expect((await report()).folders.map(({ path }) => path)).toEqual(['INBOX']);
    await service.ask('DELETE', `/emails/${id}?permanent=true`);
    await run();
    expect([box.subjects('INBOX'), box.subjects('Trash')]).toEqual([[], []]);
  });

  it('one that leaves the trash at the server is the same mail', async () => {
    const { id } = await only();
    await service.ask('DELETE', `/emails/${id}`);
    await run();
    box.remove('Trash', 'one');
    box.add('INBOX', sourceOf('one'));
    await run();
    expect(await only()).toMatchObject({ id, folder: 'INBOX', deleted_at: null });
  });

  it('one that was moved to an unselected folder and is deleted there stays here, and no change waits', async () => {
    const { id } = await only();
    await service.ask('PATCH', `/emails/${id}`, { folder: 'Work' });
    await run();
    box.remove('Work', 'one');
    await service.ask('POST', `/emails/${id}/star`);
    await run();
    expect(await only()).toMatchObject({ id, folder: 'Work', is_starred: true, deleted_at: null });
    expect((await report()).waiting_changes).toBe(0);
  });

  it('one that is moved to a folder that is not synced stays here, also where the server does not report its location', async () => {
    box.tellsPlace = false;
    const { id } = await only();
    await service.ask('PATCH', `/emails/${id}`, { folder: 'Work' });
    await run();
    await run();
    expect(await only()).toMatchObject({ id, folder: 'Work', deleted_at: null });
    expect([box.subjects('Work'), (await report()).waiting_changes]).toEqual([['one'], 0]);
  });

  it('changes that wait for a folder that is no longer synced are dropped', async () => {
    const { id } = await only();
    const pushes = await countJobs(service, 'push');
    await service.ask('POST', `/emails/${id}/star`);
    expect(await countJobs(service, 'push')).toBe(pushes + 1);
    reconnect({ folders: ['Work'] });
    await run();
    expect(await countJobs(service, 'push')).toBe(pushes);
  });
});

describe('an account whose mailbox changes', () => {
  it.each([
    ['another host', { imap: { host: '127.0.0.2', password: 'secret' } }],
    ['another user', { imap: { user: 'someone', password: 'secret' } }],
    ['none', { imap: null }],
  ])('%s: the state of the former mailbox is removed, and its mail stays', async (_, patch) => {
    box.add('INBOX', sourceOf('former'));
    await run();
    const { id } = await only();
    await service.ask('POST', `/emails/${id}/star`);
    expect((await report()).waiting_changes).toBe(1);
    const { status } = await service.ask('PATCH', `/email-accounts/${context.accountId}`, patch);
    expect([status, await report()]).toMatchObject([200, { waiting_changes: 0, folders: [] }]);
    useMailbox(createMailbox({ INBOX: undefined }));
    box.add('INBOX', sourceOf('latter'));
    reconnect();
    await run();
    expect((await mails()).map(({ subject, deleted_at }) => [subject, deleted_at])).toEqual([
      ['former', null],
      ['latter', null],
    ]);
  });
});
