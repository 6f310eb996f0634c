// Messages that a server delivers damaged, returns again, or renumbers: none is lost, duplicated or moved to the trash,
// and none delays the others.
import { describe, expect, it } from 'vitest';
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
import { bounceOf } from '../support/reports.ts';
import { changesSince } from '../support/scenario.ts';

mirrorAMailbox();

describe('a message', () => {
  it('with the Message-ID of a deleted one is another mail if its content differs', async () => {
    box.add('INBOX', sourceOf('draft', '<d@example.org>'));
    await run();
    box.remove('INBOX', 'draft');
    await run();
    box.add('INBOX', sourceOf('draft that was written anew', '<d@example.org>'));
    await run();
    const [old, anew] = await mails();
    expect(old?.deleted_at).not.toBeNull();
    expect(anew).toMatchObject({ subject: 'draft that was written anew', deleted_at: null });
  });

  it('that reappears is the same mail, also if the server reports another size', async () => {
    box.sizeOff = 7;
    box.add('INBOX', sourceOf('back'));
    await run();
    box.remove('INBOX', 'back');
    await run();
    expect((await only()).deleted_at).not.toBeNull();
    box.add('INBOX', sourceOf('back'));
    await run();
    expect(await only()).toMatchObject({ folder: 'INBOX', deleted_at: null });
  });

  it.each([
    ['in pieces', true, 2_500_000],
    ['in pieces, the last of which is full', true, 2 * 1024 * 1024],
    ['as a whole, by a server that does not know pieces', false, 2_500_000],
  ])('that is large is fetched %s, and stored unchanged', async (_how, givesPieces, length) => {
    box.givesPieces = givesPieces;
    const raw = `${sourceOf('large')}\r\n`.padEnd(length, 'All of it. ');
    box.add('INBOX', sourceOf('small'));
    box.add('INBOX', raw);
    await run();
    const large = (await mails()).find(({ subject }) => subject === 'large');
    const answer = await fetch(`${service.url}/api/v1/emails/${large?.id}/raw`);
    expect((await answer.text()) === raw).toBe(true);
    expect(await folderOf('INBOX')).toMatchObject({ daybook: 2, missing: 0 });
  });

  it('that is a bounce is shown on the sent mail it is about, whichever is fetched first', async () => {
    useMailbox(createMailbox({ INBOX: undefined, Sent: '\\Sent' }));
    reconnect();
    box.add('Sent', sourceOf('first', '<first@example.org>'));
    await run();
    for (const id of ['first', 'second'])
      box.add('INBOX', bounceOf(`<${id}@example.org>`, 'a@example.org').toString('latin1'));
    await run();
    box.add('Sent', sourceOf('second', '<second@example.org>'));
    await run();
    const sent = (await mails()).filter(({ folder }) => folder === 'SENT');
    expect(sent).toMatchObject(
      ['first', 'second'].map((subject) => ({ subject, deliveries: [{ report: { kind: 'bounce' } }] })),
    );
  });

  it('whose mail was set to the values it has emits no event at the next scan', async () => {
    box.add('INBOX', sourceOf('same'));
    await run();
    const { id } = await only();
    for (const action of ['unread', 'unstar']) await service.ask('POST', `/emails/${id}/${action}`);
    await service.ask('PATCH', `/emails/${id}`, { folder: 'INBOX', labels: [] });
    const { seq } = await changesSince(service, 0, 0);
    await run();
    await run();
    expect((await report()).waiting_changes).toBe(0);
    expect((await changesSince(service, seq, 10)).messages).toEqual([]);
  });

  it('is not mistaken for the one with its UID before UIDVALIDITY changed', async () => {
    box.add('INBOX', sourceOf('former'));
    box.onFetch = () => {
      box.onFetch = () => {};
      box.remove('INBOX', 'former');
      box.add('INBOX', sourceOf('latter', '<other@example.org>'), { uid: 1 });
      (box.folders.get('INBOX') as { uidValidity: number }).uidValidity = 99;
    };
    await run();
    await run();
    expect(await only()).toMatchObject({ subject: 'latter', message_id: '<other@example.org>' });
  });

  it('without a Message-ID that reappears at its location is restored; another one there is another mail', async () => {
    const uid = box.add('INBOX', sourceOf('bare', null));
    await run();
    box.remove('INBOX', 'bare');
    await run();
    expect((await only()).deleted_at).not.toBeNull();
    box.add('INBOX', sourceOf('bare', null), { uid, flags: ['\\Flagged'] });
    await run();
    expect(await only()).toMatchObject({ folder: 'INBOX', is_starred: true, deleted_at: null });
    box.remove('INBOX', 'bare');
    await run();
    box.add('INBOX', sourceOf('bare and new', null), { uid });
    await run();
    const [old, anew] = await mails();
    expect(old?.deleted_at).not.toBeNull();
    expect(anew).toMatchObject({ subject: 'bare and new', deleted_at: null });
  });

  it.each(['refused', 'withheld'] as const)(
    'that is %s does not delay the others, is reported as missing, and is retried later',
    async (fault) => {
      for (const subject of ['one', 'two', 'three']) box.add('INBOX', sourceOf(subject));
      box[fault].add('two');
      context.poll = 60_000;
      await run();
      await run();
      expect((await mails()).map(({ subject }) => subject).sort()).toEqual(['one', 'three']);
      const { missing, last_error, next_try } = (await folderOf('INBOX')) ?? {};
      expect([missing, last_error]).toEqual([1, expect.stringMatching(/^the message with UID 2 /)]);
      box[fault].clear();
      await run(); // too early
      expect(await mails()).toHaveLength(2);
      context.memory.skipped.get('INBOX')?.set(2, Date.parse(next_try as string) - 60_000);
      await run();
      expect(await mails()).toHaveLength(3);
      expect(await folderOf('INBOX')).toMatchObject({ missing: 0, last_error: null, next_try: null });
    },
  );

  it.each(['head', 'source'] as const)('whose %s breaks the connection is identified and skipped', async (part) => {
    for (const subject of ['one', 'two', 'three']) box.add('INBOX', sourceOf(subject));
    box.breaking.add('two');
    box.breaksAt = part;
    let breaks = 0;
    for (; breaks < 10; breaks++) {
      reconnect();
      if (
        await run().then(
          () => true,
          () => false,
        )
      )
        break;
    }
    expect(breaks).toBe(4); // once together, three times alone
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual(['one', 'three']);
    expect((await folderOf('INBOX'))?.last_error).toMatch(/UID 2 breaks the connection/);
  });

  it('that was restored here before the server emptied its trash stays', async () => {
    box.add('INBOX', sourceOf('dear'));
    await run();
    const { id } = await only();
    await service.ask('DELETE', `/emails/${id}`);
    await run();
    expect(box.subjects('Trash')).toEqual(['dear']);
    await service.ask('POST', `/emails/${id}/restore`);
    box.remove('Trash', 'dear');
    await run();
    expect(await only()).toMatchObject({ folder: 'INBOX', deleted_at: null });
    expect((await report()).waiting_changes).toBe(0);
  });

  it.each(['numbered anew', 'moved'])('too old to be fetched that exists here and is %s stays', async (how) => {
    box.add('INBOX', sourceOf('ancient'), { date: '2020-01-01' });
    await run();
    const { id } = await only();
    box.add('INBOX', sourceOf('as old and not here'), { date: '2020-01-02' });
    reconnect({ since: '2025-01-01' });
    await run();
    if (how === 'moved') {
      box.remove('INBOX', 'ancient');
      box.add('Work', sourceOf('ancient'), { date: '2020-01-01' });
    } else (box.folders.get('INBOX') as { uidValidity: number }).uidValidity = 99;
    await run();
    expect(await only()).toMatchObject({ id, deleted_at: null, folder: how === 'moved' ? 'Work' : 'INBOX' });
    box.remove(how === 'moved' ? 'Work' : 'INBOX', 'ancient');
    await run();
    expect((await only()).deleted_at).not.toBeNull();
  });
});
