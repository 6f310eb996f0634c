// Problems of a store: a StoreProblem with one sentence for the user of the command line, and the response to clients
// while the store is unavailable, whose reason is in the log.
import { AppError } from '../../errors.ts';
import { shellWord } from '../../values/shell.ts';
import { schemaVersion } from '../migrations/run.ts';

export class StoreProblem extends Error {}

/** Another process holds the lock of the database file. */
export class FileInUse extends StoreProblem {}

/** A database of an earlier version that may not be upgraded here: a service may be running on it. */
export class OlderSchema extends StoreProblem {
  readonly found: number;

  /** `command` upgrades the database. */
  constructor(location: string, found: number, command = `./daybook serve --database ${shellWord(location)}`) {
    super(
      `${location} has schema ${found} and this Daybook needs ${schemaVersion}; stop the service that uses it, then upgrade it with: ${command}`,
    );
    this.found = found;
  }
}

/** A target database that is not empty. */
export function holdsRecords(location: string, work: string): StoreProblem {
  return new StoreProblem(`${location} already contains records; create a new, empty database for the ${work}.`);
}

export function tooNew(found: number): StoreProblem {
  return new StoreProblem(
    `the database has schema ${found} and this Daybook knows up to ${schemaVersion}; start the newer Daybook that wrote it.`,
  );
}

export function unavailable(reason: unknown, message = NOTHING_CHANGED): AppError {
  const problem = new AppError('SERVICE_UNAVAILABLE', message, {}, 2);
  problem.cause = new StoreProblem(reason instanceof Error ? reason.message : String(reason));
  return problem;
}

/** For commands that only read. */
export const AWAY = 'The store cannot be reached just now. Try again in a moment.';

const NOTHING_CHANGED = 'The store cannot be reached or written just now; nothing was changed. Try again in a moment.';

export function stopping(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The service is stopping; try again in a moment.', {}, 1);
}
