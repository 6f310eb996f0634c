// What everyone who mirrors an account needs: its line, its store, and the right to write, which ends with the lease.

import { createLost, type Lost } from '../domain/sync-matching.ts';
import type { Box, FolderView, Line } from '../mail/imap.ts';
import type { MessageReader } from '../protocols/mime/read-message.ts';
import type { SyncSettings } from '../resources/account.ts';
import type { Blobs } from '../store/blobs.ts';
import type { MessageRow } from '../store/imap-rows.ts';
import type { Store, Tx } from '../store/store.ts';

/** Someone else has the account now, or nobody should. */
export class LeaseLost extends Error {}

/** A folder as it was when it was last looked at in this session. */
export interface Listed {
  view: FolderView;
  /** Everything up to this change has been seen. */
  modSeq: string | null;
  /** What has to be fetched, the newest first. */
  todo: number[];
  /** What is there and too old to be fetched; and those of todo that are, which may only be ones that were lost. */
  older: Set<number>;
  asked: Set<number>;
  /** Whether the store knows that it is whole. */
  settled: boolean;
}

export interface Mirror {
  folders: Map<string, Listed>;
  /** Every folder that the server has, also those that are not mirrored; which of them are; which could not be read. */
  boxes: Box[];
  paths: string[];
  unread: Set<string>;
  /** When that was. */
  lookedAt: number;
  /** Messages that are no longer where they were. */
  lost: Lost<MessageRow>;
  /** Those of them that were looked for among what is too old to be fetched. */
  sought: WeakSet<MessageRow>;
  /** Messages that are left for the next pass, by folder. */
  later: Map<string, Set<number>>;
}

/** Notes a message in one of these. */
export function note(notes: Map<string, Set<number>>, path: string, uid: number): void {
  notes.set(path, (notes.get(path) ?? new Set()).add(uid));
}

/** What one session leaves to the next. */
export interface Memory {
  /** Messages that could not be fetched or stored, by folder, and when each is tried again. */
  skipped: Map<string, Map<number, number>>;
  /** What was being fetched when the line was lost, and how often in a row it was this one alone. */
  doubt: { what: 'head' | 'source'; path: string; uids: number[]; losses: number } | null;
}

export function createMemory(): Memory {
  return { skipped: new Map(), doubt: null };
}

export interface SyncContext {
  store: Store;
  blobs: Blobs;
  reader: MessageReader;
  user: number;
  accountId: string;
  settings: SyncSettings;
  line: Line;
  mirror: Mirror;
  memory: Memory;
  poll: number;
  /** A write that fails when the account is no longer ours. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export function createMirror(): Mirror {
  return {
    folders: new Map(),
    boxes: [],
    paths: [],
    unread: new Set(),
    lookedAt: 0,
    lost: createLost(),
    sought: new WeakSet(),
    later: new Map(),
  };
}

const BATCH = 50;

/** Does the work for a few at a time, each few in one transaction. */
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
