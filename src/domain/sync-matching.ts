// Which messages that have come to sight are ones that were lost from it elsewhere: moved, renamed with their folder,
// or numbered anew by the server. A message is known by its identity and its size.
import { createHash } from 'node:crypto';

export interface Known {
  identity: string;
  size: number;
  path: string;
  uidValidity: number;
  uid: number;
}

/** The Message-ID; a digest of the head where there is none, which says as much about where it came from. */
export function identityOf(head: {
  messageId: string | null;
  date: number | null;
  from: string | null;
  subject: string | null;
}): string {
  if (head.messageId) return head.messageId;
  const digest = createHash('sha256').update(JSON.stringify([head.date, head.from, head.subject]));
  return `~${digest.digest('hex').slice(0, 32)}`;
}

/** Messages that were lost from sight, each to be found at most once. */
export interface Lost<T extends Known> {
  add(one: T): void;
  /** Takes one that fits, from the same folder if there is one. */
  take(seen: Pick<Known, 'identity' | 'size' | 'path'>): T | undefined;
  /** It has been dealt with. */
  remove(one: T): void;
  all(): T[];
}

export function createLost<T extends Known>(): Lost<T> {
  const byIdentity = new Map<string, T[]>();
  const drop = (identity: string, alike: T[], at: number) => {
    alike.splice(at, 1);
    if (alike.length === 0) byIdentity.delete(identity);
  };
  return {
    add(one) {
      const alike = byIdentity.get(one.identity);
      if (!alike) byIdentity.set(one.identity, [one]);
      else if (!alike.some((other) => isSamePlace(other, one))) alike.push(one);
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
      const at = alike.findIndex((other) => isSamePlace(other, one));
      if (at >= 0) drop(one.identity, alike, at);
    },
    all: () => [...byIdentity.values()].flat(),
  };
}

function isSamePlace(a: Known, b: Known): boolean {
  return a.path === b.path && a.uidValidity === b.uidValidity && a.uid === b.uid;
}
