// A store that cannot be opened: told to the person at the command line in one sentence.
import { schemaVersion } from './migrations/all.ts';

export class StoreProblem extends Error {}

export function tooNew(found: number): StoreProblem {
  return new StoreProblem(
    `the database has schema ${found} and this Daybook knows up to ${schemaVersion}; start the newer Daybook that wrote it.`,
  );
}
