// The steps from an empty database to the newest schema, in order. A step that was released is never changed.
import type { Dialect } from '../dialect.ts';
import { foundation } from './001-foundation.ts';
import { logs } from './002-logs.ts';
import { tallies } from './003-tallies.ts';
import { mail } from './004-mail.ts';
import { serverStatus } from './005-server-status.ts';

const steps: ((dialect: Dialect) => string)[] = [foundation, logs, tallies, mail, serverStatus];

export const schemaVersion = steps.length;

/** The statements that bring a database of this version to the newest. */
export function stepsFrom(version: number, dialect: Dialect): string[] {
  return steps.slice(version).map((step) => dialect.typed(step(dialect)));
}
