// The steps from an empty database to the newest schema, in order. A step is literal SQL: it imports nothing that can
// change later, and one that was released is never changed. What follows from the declarations of today (counters,
// search tables, views) is made after the steps, by derived.ts.
import { foundation } from './001-foundation.ts';
import { logs } from './002-logs.ts';
import { tallies } from './003-tallies.ts';
import { mail } from './004-mail.ts';
import { serverStatus } from './005-server-status.ts';
import { eraseScopes } from './006-erase-scopes.ts';
import { delivery } from './007-delivery.ts';
import { companyFolded } from './008-company-folded.ts';
import { emailFiles } from './009-email-files.ts';
import { readableViews } from './010-readable-views.ts';
import { mailFacts } from './011-mail-facts.ts';
import type { Dialect } from './dialect.ts';

const steps: ((dialect: Dialect) => string)[] = [
  foundation,
  logs,
  tallies,
  mail,
  serverStatus,
  eraseScopes,
  delivery,
  companyFolded,
  emailFiles,
  readableViews,
  mailFacts,
];

export const schemaVersion = steps.length;

/** The statements that bring a database of this version to the newest, or to the one given. */
export function stepsFrom(version: number, dialect: Dialect, to = schemaVersion): string[] {
  return steps.slice(version, to).map((step) => dialect.typed(step(dialect)));
}
