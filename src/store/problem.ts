// A store that cannot be opened: told to the person at the command line in one sentence.
import { schemaVersion } from './migrations/all.ts';

export class StoreProblem extends Error {}

/** A database that an earlier version wrote, and that may not be upgraded here: a service may be running on it. */
export class OlderSchema extends StoreProblem {
  readonly found: number;

  /** `command` is what upgrades the database. */
  constructor(location: string, found: number, command = `./daybook serve --database ${location}`) {
    super(
      `${location} has schema ${found} and this Daybook needs ${schemaVersion}; stop the service that uses it, then upgrade it with: ${command}`,
    );
    this.found = found;
  }
}

/** A database that records are to be put into, and that has some. */
export function holdsRecords(location: string, work: string): StoreProblem {
  return new StoreProblem(
    `${location} holds records already; make a new, empty database for the ${work} and name that.`,
  );
}

export function tooNew(found: number): StoreProblem {
  return new StoreProblem(
    `the database has schema ${found} and this Daybook knows up to ${schemaVersion}; start the newer Daybook that wrote it.`,
  );
}
