// Logs in to an IMAP server: to say what became of it, or to list its folders; until a signal ends it.
import { ImapFlow } from 'imapflow';
import { limits } from '../limits.ts';
import type { Server } from '../resources/account.ts';
import { folderOf, specialUseOf } from './folders.ts';
import { failure, type Outcome, success } from './hints.ts';
import { type AddressCheck, imapOptions, tooLate } from './hosts.ts';
import { redactorOf } from './redaction.ts';

const MOST_BYTES = 4 * 1024 * 1024; // of one answer to a login or a list of folders

export interface ListedFolder {
  path: string;
  folder: string;
  special_use: string | null;
  messages: number | null;
}

export async function tryLoginImap(
  server: Server,
  password: string | null,
  check: AddressCheck,
  signal: AbortSignal = AbortSignal.timeout(limits.mailTest),
): Promise<Outcome> {
  const { outcome } = await withImap(server, password, check, signal, async () => undefined);
  return outcome;
}

/** The folders; or none, and what became of the login instead. */
export async function listFolders(
  server: Server,
  password: string | null,
  check: AddressCheck,
  signal: AbortSignal = AbortSignal.timeout(limits.mailTest),
): Promise<{ outcome: Outcome; result?: ListedFolder[] }> {
  return withImap(server, password, check, signal, async (client) => {
    const listed = await client.list({ statusQuery: { messages: true } });
    return listed
      .filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'))
      .map((mailbox) => ({
        path: mailbox.path,
        folder: folderOf(mailbox),
        special_use: specialUseOf(mailbox),
        messages: mailbox.status?.messages ?? null,
      }));
  });
}

async function withImap<T>(
  server: Server,
  password: string | null,
  check: AddressCheck,
  signal: AbortSignal,
  work: (client: ImapFlow) => Promise<T>,
): Promise<{ outcome: Outcome; result?: T }> {
  let client: ImapFlow | undefined;
  let give: (() => void) | undefined;
  try {
    const options = imapOptions(server, password ?? '', check);
    client = new ImapFlow({
      ...options,
      disableAutoIdle: true,
      maxResponseSize: MOST_BYTES,
      maxLineLength: MOST_BYTES,
    });
    const current = client;
    const trouble = new Promise<never>((_, reject) => {
      current.on('error', reject);
      give = () => reject(tooLate());
      if (signal.aborted) give();
      signal.addEventListener('abort', give);
    });
    trouble.catch(() => {}); // may come when nobody waits any more
    const result = await Promise.race([current.connect().then(() => work(current)), trouble]);
    return { outcome: success('IMAP', server), result };
  } catch (error) {
    return { outcome: failure('IMAP', server, error, redactorOf(server.user, password)) };
  } finally {
    if (give) signal.removeEventListener('abort', give);
    client?.close();
  }
}
