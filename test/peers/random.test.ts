// Both sides are changed at random, at the same time and without regard for each other: whenever they come to rest,
// they have the same. Every sequence is made from a seed, so that one that fails can be repeated.
import type { ImapFlow } from 'imapflow';
import { expect, it } from 'vitest';
import type { TestService } from '../support/service.ts';
import { untilEqual } from './support/comparison.ts';
import { startDovecot } from './support/dovecot.ts';
import { deliver, messageText, openClient, within } from './support/mailbox.ts';
import { addMailAccount, startDaybook } from './support/world.ts';

const ROUNDS = 6;
const CHANGES = 10;
const PATHS = ['INBOX', 'Archive', 'Junk', 'Trash', 'Work'];
const FOLDERS = ['INBOX', 'ARCHIVE', 'SPAM', 'TRASH', 'Work'];

type Pick = <T>(from: readonly T[]) => T;

/** Numbers that look like chance, the same for the same seed (mulberry32). */
function chance(seed: number): Pick {
  let state = seed;
  return (from) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return from[((mixed ^ (mixed >>> 14)) >>> 0) % from.length] as never;
  };
}

async function changeThere(client: ImapFlow, pick: Pick, number: number): Promise<void> {
  const path = pick(PATHS);
  const options = { uid: true };
  const deed = pick(['mark', 'mark', 'move', 'move', 'delete', 'append'] as const);
  if (deed === 'append') {
    await client.append(path, messageText({ subject: `there ${number}` }));
    return;
  }
  await within(client, path, async () => {
    await client.noop();
    const uids = (await client.search({ all: true }, options)) || [];
    if (uids.length === 0) return;
    const uid = String(pick(uids));
    const flag = [pick(['\\Seen', '\\Flagged'])];
    if (deed === 'delete') await client.messageDelete(uid, options);
    else if (deed === 'move') await client.messageMove(uid, pick(PATHS.filter((one) => one !== path)), options);
    else if (pick([true, false])) await client.messageFlagsAdd(uid, flag, options);
    else await client.messageFlagsRemove(uid, flag, options);
  });
}

async function changeHere({ ask }: TestService, pick: Pick): Promise<void> {
  const { body } = await ask('GET', '/emails?include_deleted=true&limit=100&fields=id,deleted_at');
  const mails = (body as { data: { id: string; deleted_at: string | null }[] }).data;
  if (mails.length === 0) return;
  const { id, deleted_at } = pick(mails);
  const deed = pick(['read', 'unread', 'star', 'unstar', 'move', 'move', 'delete', 'restore', 'erase'] as const);
  if (deed === 'move') await ask('PATCH', `/emails/${id}`, { folder: pick(FOLDERS) });
  else if (deed === 'erase') await ask('DELETE', `/emails/${id}?permanent=true`);
  else if (deed === 'delete' && deleted_at === null) await ask('DELETE', `/emails/${id}`);
  else if (deed === 'restore' && deleted_at !== null) await ask('POST', `/emails/${id}/restore`);
  else if (deed !== 'delete' && deed !== 'restore') await ask('POST', `/emails/${id}/${deed}`);
}

// A server with all extensions, and one with the mandatory commands only.
const ABLE = undefined;
const POOR = 'IMAP4rev1 LITERAL+ NAMESPACE SPECIAL-USE';

it.each([
  [1, ABLE],
  [2, ABLE],
  [3, POOR],
])('sequence %i', async (seed, capabilities) => {
  const dovecot = await startDovecot(capabilities === undefined ? {} : { capabilities });
  const pickThere = chance(seed);
  const pickHere = chance(seed + 1000);
  const client = await openClient(dovecot);
  const other = await openClient(dovecot);
  await client.mailboxCreate('Work');
  for (let index = 0; index < 10; index++) await deliver(dovecot, { subject: `start ${seed} ${index}` });
  const service = await startDaybook();
  const account = await addMailAccount(service.ask, dovecot);
  await untilEqual(client, service.url, account);
  for (let round = 0; round < ROUNDS; round++) {
    const there = async () => {
      for (let change = 0; change < CHANGES; change++) await changeThere(other, pickThere, round * CHANGES + change);
    };
    const here = async () => {
      for (let change = 0; change < CHANGES; change++) await changeHere(service, pickHere);
    };
    await Promise.all([there(), here()]);
    await untilSettled(client, service, account);
    expect(await doubles(service)).toEqual([]);
  }
});

// The scan that finds a mail missing can come after both sides were calm, so they are settled again.
async function untilSettled(
  client: Awaited<ReturnType<typeof openClient>>,
  service: TestService,
  account: string,
): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    await settle(service, account);
    const isEqual = await untilEqual(client, service.url, account, 20_000).then(
      () => true,
      () => false,
    );
    if (isEqual) return;
  }
  await untilEqual(client, service.url, account);
}

/** Mail that was expunged there and restored here is here alone; it is put away again, so that both can be compared. */
async function settle(service: TestService, account: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (let calm = 0; calm < 3; ) {
    await service.ask('POST', `/email-accounts/${account}/sync`);
    await new Promise((resolve) => setTimeout(resolve, 150));
    // Which mails have no location at the server, only the rows show.
    const sql = `select e.id from emails e where e.user_id = ?1 and e.deleted_at is null
      and not exists (select 1 from imap_messages m where m.user_id = ?1 and m.email_id = e.id)`;
    const [rows = []] = await service.store.read(1, [{ sql, params: [] }]);
    for (const { id } of rows) await service.ask('DELETE', `/emails/${id}?permanent=true`);
    calm = rows.length === 0 ? calm + 1 : 0;
    if (Date.now() > deadline) return;
  }
}

/** Mails with two locations at the server: only the rows show them. */
async function doubles(service: TestService): Promise<unknown[]> {
  const sql = 'select email_id from imap_messages where user_id = ?1 group by email_id having count(*) > 1';
  return (await service.store.read(1, [{ sql, params: [] }]))[0] ?? [];
}
