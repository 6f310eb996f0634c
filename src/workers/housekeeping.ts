// What is kept for a time only goes when its time is over: old answers under idempotency keys, old changes, counts of
// nothing, tokens that ended long ago.
import { limits } from '../limits.ts';
import { resources } from '../resources/all.ts';
import { dropOldAnswers } from '../store/answers.ts';
import { pruneChanges } from '../store/changes.ts';
import type { Store } from '../store/store.ts';
import { dropEmptyCells } from '../store/tallies.ts';
import { dropEndedTokens, listUsers } from '../store/users.ts';

const PIECE = 500; // changes dropped in one transaction, so that no writer waits long

export async function keepHouse(store: Store, changesKeptDays: number): Promise<void> {
  await dropEndedTokens(store, Date.now() - limits.tokensKept);
  const before = Date.now() - changesKeptDays * 24 * 3_600_000;
  for (const { id } of await listUsers(store)) {
    await store.write(id, (tx) => dropOldAnswers(tx, limits.idempotencyKept));
    await store.write(id, async (tx) => {
      for (const resource of resources) dropEmptyCells(tx, resource);
    });
    while ((await store.write(id, (tx) => pruneChanges(tx, before, PIECE))) === PIECE);
  }
}
