// Compares everything that the server has, in all folders, with everything that Daybook has. They must be equal, message
// by message, with their flags, and without duplicates.
import type { ImapFlow } from 'imapflow';
import { expect } from 'vitest';
import { folderOf } from '../../../src/protocols/imap/folders.ts';
import { eventually } from '../../support/process.ts';
import { ask } from '../../support/service.ts';

interface Entry {
  messageId: string;
  folder: string;
  read: boolean;
  starred: boolean;
}

interface Served {
  message_id: string;
  folder: string;
  is_read: boolean;
  is_starred: boolean;
  deleted_at: string | null;
  snoozed_from: string | null;
}

/** Every message of every folder. */
async function serverState(client: ImapFlow): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const box of await client.list()) {
    if (box.flags.has('\\Noselect') || box.flags.has('\\NonExistent')) continue;
    const lock = await client.getMailboxLock(box.path, { readOnly: true });
    try {
      await client.noop();
      if (client.mailbox && client.mailbox.exists > 0)
        for await (const { envelope, flags } of client.fetch('1:*', { envelope: true, flags: true }))
          entries.push({
            messageId: envelope?.messageId ?? '',
            folder: folderOf(box),
            read: flags?.has('\\Seen') ?? false,
            starred: flags?.has('\\Flagged') ?? false,
          });
    } finally {
      lock.release();
    }
  }
  return entries;
}

/** Every mail of the account that was fetched from the server; the trash separately. */
async function daybookState(url: string, account: string): Promise<{ living: Entry[]; trash: Entry[] }> {
  const living: Entry[] = [];
  const trash: Entry[] = [];
  for (let offset = 0; ; offset += 500) {
    const fields = 'message_id,folder,is_read,is_starred,deleted_at,snoozed_from';
    const path = `/emails?account_id=${account}&include_deleted=true&limit=500&offset=${offset}&fields=${fields}`;
    const { body } = await ask(url, 'GET', path);
    const { data, meta } = body as { data: Served[]; meta: { has_more: boolean } };
    for (const mail of data)
      (mail.deleted_at === null ? living : trash).push({
        messageId: mail.message_id,
        folder: mail.deleted_at === null ? (mail.snoozed_from ?? mail.folder) : 'TRASH',
        read: mail.is_read,
        starred: mail.is_starred,
      });
    if (!meta.has_more) return { living, trash };
  }
}

const textOf = ({ messageId, folder, read, starred }: Entry) =>
  `${folder} ${messageId}${read ? ' read' : ''}${starred ? ' starred' : ''}`;

interface Difference {
  onlyServer: string[];
  onlyDaybook: string[];
}

async function difference(client: ImapFlow, url: string, account: string): Promise<Difference> {
  const there = (await serverState(client)).map(textOf);
  const { living, trash } = await daybookState(url, account);
  const here = living.map(textOf);
  const onlyServer = without(there, here);
  return {
    // What was deleted here lies in the server's trash; what was deleted there for good lies in ours alone.
    onlyServer: without(onlyServer, trash.map(textOf)),
    onlyDaybook: without(here, there),
  };
}

/** The first list without the second, one for one. */
function without(list: string[], less: string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of less) counts.set(one, (counts.get(one) ?? 0) + 1);
  return list.filter((one) => {
    const left = counts.get(one) ?? 0;
    if (left > 0) counts.set(one, left - 1);
    return left === 0;
  });
}

/** Waits until both have the same, and the report says so too. The deadline only ends a wait for what will never come. */
export async function untilEqual(client: ImapFlow, url: string, account: string, patience = 200_000): Promise<void> {
  const deadline = Date.now() + patience;
  for (;;) {
    const report = await reportOf(url, account);
    const whole = report.folders.every((one) => one.missing === 0 && one.extra === 0 && one.server === one.daybook);
    const settled = whole && report.folders.length > 0 && report.waiting_changes === 0;
    const late = Date.now() > deadline;
    // The comparison takes both sides' time, so it is made when they may be equal.
    const found = settled || late ? await difference(client, url, account) : undefined;
    if (settled && found?.onlyServer.length === 0 && found.onlyDaybook.length === 0) return;
    if (late)
      expect({ ...found, report: settled ? 'whole' : report }).toEqual({
        onlyServer: [],
        onlyDaybook: [],
        report: 'whole',
      });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface Report {
  state: string;
  next_try: string | null;
  last_error: string | null;
  waiting_changes: number;
  folders: { path: string; folder: string; server: number; daybook: number; missing: number; extra: number }[];
}

export async function reportOf(url: string, account: string): Promise<Report> {
  const path = `/email-accounts/${account}/sync`;
  // A machine with other work may need longer than the service waits for its database: it then asks to try again.
  const { status, text, body } = await eventually(
    () => ask(url, 'GET', path),
    (answer) => answer.status !== 503,
  );
  expect(status, text).toBe(200);
  return (body as { data: Report }).data;
}
