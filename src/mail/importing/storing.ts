// Stores the parsed messages of one batch of an import, and counts them.
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import type { Blobs, Received } from '../../files/content-store.ts';
import { abandon } from '../../files/unused-contents.ts';
import type { FoundMessage } from '../../protocols/mailboxes/messages.ts';
import type { MessageReader } from '../../protocols/mime/read-message.ts';
import type { Store } from '../../store/port.ts';
import type { DeliveredBy } from '../../values/mail-facts.ts';
import { type IncomingMail, storeIncoming } from '../incoming.ts';

const POLITE_PAUSE = 50; // minimum ms between transactions, for a service that writes to the same file

interface Place {
  path: string;
  offset: number;
}

/** A message, or a file, that something has to be said about. */
export interface Remark extends Place {
  reason: string;
}

/** What an import has done so far. */
export interface ImportCounter {
  imported: number;
  known: number;
  skipped(remark: Remark): void;
  /** A message that is stored although it could not be parsed completely. */
  unread(remark: Remark): void;
}

export interface ImportParts {
  store: Store;
  blobs: Blobs;
  reader: Pick<MessageReader, 'read'>;
  user: number;
  accountId: string | null;
  /** The folder for all messages; null for the folder that each file names. */
  folder: string | null;
  /** Whether the files are an export that only the user can have changed. */
  isOwnExport: boolean;
  deliveredBy: DeliveredBy;
  /** Whether a service uses the same file, so that the import must pause between batches. */
  polite: boolean;
  /** Whether no other process uses the content folder. */
  isAlone?: boolean;
  /**
   * In a service: begins a transaction, and returns whether it has stored enough. The rest of a batch follows in others,
   * between those of other requests and imports.
   */
  slice?: () => () => boolean;
  /** Called when a batch has been stored. */
  onStored?(): Promise<void>;
  /** Whether an error ends the import; otherwise the message that could not be stored is skipped. */
  isFatal?(error: unknown): boolean;
}

export interface Ready {
  found: FoundMessage;
  mail: IncomingMail;
}

/** Stores the messages; one that cannot be stored is skipped. */
export async function storeMessages(parts: ImportParts, ready: Ready[], counter: ImportCounter): Promise<void> {
  for (let rest = ready; rest.length > 0; ) {
    const started = performance.now();
    rest = rest.slice(await storeSome(parts, rest, counter));
    const took = performance.now() - started;
    if (parts.polite) await pause(Math.max(POLITE_PAUSE, took));
    else if (parts.slice) await pause(took);
  }
}

/** Returns how many of the messages are done. */
async function storeSome(parts: ImportParts, ready: Ready[], counter: ImportCounter): Promise<number> {
  try {
    return await writeTogether(parts, ready, counter);
  } catch {
    // Each one separately, so that only the failing message is skipped.
    for (const one of ready) {
      try {
        await writeTogether(parts, [one], counter);
      } catch (error) {
        // A later message may have the same content, which is in its place already; what nothing refers to is removed later.
        if (!parts.isAlone)
          for (const received of contentsOf(one.mail)) await abandon(parts.store, parts.blobs, parts.user, received);
        if (parts.isFatal?.(error)) throw error;
        counter.skipped({ ...placeOf(one.found), reason: `it could not be stored: ${reasonOf(error)}` });
      }
    }
    return ready.length;
  }
}

async function writeTogether(
  { store, blobs, user, slice }: ImportParts,
  ready: Ready[],
  counter: ImportCounter,
): Promise<number> {
  const stored = await store.write(user, async (tx) => {
    const isEnough = slice?.() ?? (() => false);
    const made: boolean[] = [];
    for (const { mail } of ready) {
      made.push((await storeIncoming(tx, blobs, mail)).isNew);
      if (isEnough()) break;
    }
    return made;
  });
  for (const [index, isNew] of stored.entries()) {
    const { found, mail } = ready[index] as Ready;
    if (!isNew) {
      counter.known++;
      for (const received of contentsOf(mail)) await abandon(store, blobs, user, received);
      continue;
    }
    for (const { sha256 } of contentsOf(mail)) blobs.settle(user, sha256);
    counter.imported++;
    if (mail.parsed.problem) counter.unread({ ...placeOf(found), reason: mail.parsed.problem.message });
  }
  return stored.length;
}

/** Clients see it, so it has no text of the database. */
function reasonOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'an internal error occurred.';
}

export function contentsOf({ raw, attachments }: IncomingMail): Received[] {
  return [...(raw === null ? [] : [raw]), ...attachments];
}

export function placeOf({ path, offset }: FoundMessage): Place {
  return { path, offset };
}
