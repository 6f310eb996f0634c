// Matches messages that appear at one location with messages that vanished from another: moved, in a renamed folder, or
// with new UIDs because UIDVALIDITY changed. A message is identified by its Message-ID, or a digest, and its size.
import { createHash } from 'node:crypto';

export interface Known {
  identity: string;
  size: number;
  path: string;
  uidValidity: number;
  uid: number;
}

/** The Message-ID; a digest of the envelope where there is none. */
export function identityOf(envelope: {
  messageId: string | null;
  date: number | null;
  from: string | null;
  subject: string | null;
}): string {
  if (envelope.messageId) return envelope.messageId;
  const digest = createHash('sha256').update(JSON.stringify([envelope.date, envelope.from, envelope.subject]));
  return `~${digest.digest('hex').slice(0, 32)}`;
}

/** Messages that vanished from their location. Each matches at most once. */
export interface Vanished<T extends Known> {
  add(one: T): void;
  /** Removes and returns one that matches, preferably of the same folder. */
  take(seen: Pick<Known, 'identity' | 'size' | 'path'>): T | undefined;
  remove(one: T): void;
  all(): T[];
}

export function createVanished<T extends Known>(): Vanished<T> {
  const byIdentity = new Map<string, T[]>();
  const drop = (identity: string, alike: T[], at: number) => {
    alike.splice(at, 1);
    if (alike.length === 0) byIdentity.delete(identity);
  };
  return {
    add(one) {
      const alike = byIdentity.get(one.identity);
      if (!alike) byIdentity.set(one.identity, [one]);
      else if (!alike.some((other) => isSameLocation(other, one))) alike.push(one);
    },
    take(seen) {
      const alike = byIdentity.get(seen.identity) ?? [];
      const fitting = alike.filter(({ size }) => size === seen.size);
      const found = fitting.find(({ path }) => path === seen.path) ?? fitting[0];
      if (found) drop(seen.identity, alike, alike.indexOf(found));
      return found;
    },
    remove(one) {
      const alike = byIdentity.get(one.identity) ?? [];
      const at = alike.findIndex((other) => isSameLocation(other, one));
      if (at >= 0) drop(one.identity, alike, at);
    },
    all: () => [...byIdentity.values()].flat(),
  };
}

function isSameLocation(a: Known, b: Known): boolean {
  return a.path === b.path && a.uidValidity === b.uidValidity && a.uid === b.uid;
}
