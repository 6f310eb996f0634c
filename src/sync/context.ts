// What the parts of a sync session share: the connection, the store, what is known of the server's folders, and writes
// that fail once the lease is lost.
import type { Blobs } from '../files/content-store.ts';
import type { FolderStatus, ImapConnection, Mailbox } from '../protocols/imap/connection.ts';
import type { MessageReader } from '../protocols/mime/read-message.ts';
import type { SyncSettings } from '../resources/account.ts';
import type { Store, Tx } from '../store/port.ts';
import type { MessageRow } from '../store/tables/imap-messages.ts';
import { createVanished, type Vanished } from './match.ts';

/** Another instance holds the lease of the account, or the account is no longer synced. */
export class LeaseLost extends Error {}

/** A folder as the last scan of this session found it. */
export interface Listed {
  view: FolderStatus;
  /** Changes up to this mod-sequence (RFC 7162) have been read. */
  modSeq: string | null;
  /** UIDs to fetch, the newest first. */
  todo: number[];
  /** UIDs older than `since`; and those of them in `todo`, which are fetched only to find messages that vanished. */
  older: Set<number>;
  asked: Set<number>;
  /** Whether it is stored that the folder is complete. */
  settled: boolean;
}

export interface Mirror {
  folders: Map<string, Listed>;
  /** Every mailbox of the server; the paths of those that are synced; of these, the ones that could not be read. */
  mailboxes: Mailbox[];
  paths: string[];
  unread: Set<string>;
  /** When they were listed. */
  scannedAt: number;
  /** Messages that are no longer at their location. */
  vanished: Vanished<MessageRow>;
  /** Those of them that were searched among the messages older than `since`. */
  sought: WeakSet<MessageRow>;
  /** UIDs that are left to the next pass, by folder. */
  later: Map<string, Set<number>>;
}

/** Adds a UID to the set of a folder. */
export function note(notes: Map<string, Set<number>>, path: string, uid: number): void {
  notes.set(path, (notes.get(path) ?? new Set()).add(uid));
}

/** What a session passes on to the next one. */
export interface Memory {
  /** UIDs that could not be fetched or stored, by folder, with the time of the next try. */
  skipped: Map<string, Map<number, number>>;
  /**
   * What was being fetched when the connection was lost, and how often in a row while this message alone was fetched.
   */
  suspect: { what: 'envelope' | 'source'; path: string; uids: number[]; losses: number } | null;
}

export function createMemory(): Memory {
  return { skipped: new Map(), suspect: null };
}

export interface SyncContext {
  store: Store;
  blobs: Blobs;
  reader: MessageReader;
  user: number;
  accountId: string;
  settings: SyncSettings;
  connection: ImapConnection;
  mirror: Mirror;
  memory: Memory;
  poll: number;
  /** A write that throws LeaseLost when this instance no longer holds the account. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export function createMirror(): Mirror {
  return {
    folders: new Map(),
    mailboxes: [],
    paths: [],
    unread: new Set(),
    scannedAt: 0,
    vanished: createVanished(),
    sought: new WeakSet(),
    later: new Map(),
  };
}

const BATCH = 50;

/** Runs the work for each item, several items in one transaction. */
export async function writeInBatches<T>(
  { write }: SyncContext,
  all: readonly T[],
  work: (tx: Tx, one: T) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < all.length; start += BATCH)
    await write(async (tx) => {
      for (const one of all.slice(start, start + BATCH)) await work(tx, one);
    });
}
