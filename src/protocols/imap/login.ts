// Logs in to an IMAP server to test the connection or to list its folders, until a signal aborts it.
import { ImapFlow } from 'imapflow';
import { limits } from '../../limits.ts';
import type { MailServer } from '../../values/mail-server.ts';
import { failure, type Outcome, success } from '../net/hints.ts';
import { type AddressCheck, imapOptions, tooLate } from '../net/hosts.ts';
import { redactorOf } from '../net/redaction.ts';
import { folderOf, specialUseOf } from './folders.ts';

const MAX_BYTES = 4 * 1024 * 1024; // of one answer to a login or a list of folders

export interface ListedFolder {
  path: string;
  folder: string;
  special_use: string | null;
  messages: number | null;
}

export async function tryLoginImap(
  server: MailServer,
  password: string | null,
  check: AddressCheck,
  signal: AbortSignal = AbortSignal.timeout(limits.mailTest),
): Promise<Outcome> {
  const { outcome } = await withImap(server, password, check, signal, async () => undefined);
  return outcome;
}

/** The folders; without a result if the login failed. */
export async function listFolders(
  server: MailServer,
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
  server: MailServer,
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
      maxResponseSize: MAX_BYTES,
      maxLineLength: MAX_BYTES,
    });
    const current = client;
    const trouble = new Promise<never>((_, reject) => {
      current.on('error', reject);
      give = () => reject(tooLate());
      if (signal.aborted) give();
      signal.addEventListener('abort', give);
    });
    trouble.catch(() => {}); // may reject when nothing awaits it any more
    const result = await Promise.race([current.connect().then(() => work(current)), trouble]);
    return { outcome: success('IMAP', server), result };
  } catch (error) {
    return { outcome: failure('IMAP', server, error, redactorOf(server.user, password)) };
  } finally {
    if (give) signal.removeEventListener('abort', give);
    client?.close();
  }
}
