// Brings a message into a service as a mail server or an import would: read by a thread, its contents on disk, stored.
import { folderClaim } from '../../src/files/content-folder.ts';
import { type Blobs, openBlobs } from '../../src/files/content-store.ts';
import { limits } from '../../src/limits.ts';
import { type IncomingMail, type StoredMail, storeIncoming } from '../../src/mail/incoming.ts';
import { filesFolder } from '../../src/open-store.ts';
import type { MessageReader } from '../../src/protocols/mime/read-message.ts';
import { OWNER } from '../../src/store/tables/users.ts';
import type { ParsedMail } from '../../src/values/parsed-mail.ts';
import type { TestService } from './service.ts';

const arrived = Date.parse('2026-02-17T08:00:05Z');

export function blobsOf({ config, store }: TestService): Blobs {
  const folder = filesFolder(config);
  return openBlobs(folder, folderClaim(store, folder));
}

/** The mail with its contents on disk, not stored yet. */
export async function receiveMail(
  service: TestService,
  parsed: ParsedMail,
  raw: Uint8Array,
  given: Partial<IncomingMail> = {},
): Promise<IncomingMail> {
  const blobs = blobsOf(service);
  const receive = (bytes: Uint8Array) => blobs.receive([bytes], limits.mailSourceBytes);
  return {
    parsed,
    raw: await receive(raw),
    attachments: await Promise.all(parsed.attachments.map(({ content }) => receive(content))),
    account_id: null,
    folder: 'INBOX',
    is_read: false,
    is_starred: false,
    received_at: arrived,
    source: 'imap',
    source_id: null,
    delivered_by: 'account',
    ...given,
  };
}

/** Makes a mail that a request stored one that the sync of an account fetched. */
export async function asFetched({ store }: TestService, id: string, user = OWNER): Promise<string> {
  await store.write(user, async (tx) =>
    tx.run("update emails set delivered_by = 'account' where user_id = ?1 and id = ?2", id),
  );
  return id;
}

export async function bring(
  service: TestService,
  reader: MessageReader,
  raw: Uint8Array,
  given: Partial<IncomingMail> = {},
): Promise<StoredMail> {
  const mail = await receiveMail(service, await reader.read(raw), raw, given);
  return service.store.write(OWNER, (tx) => storeIncoming(tx, blobsOf(service), mail));
}
