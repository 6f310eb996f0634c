// Brings an SQLite database to the newest schema: all pending steps in one transaction, then the views, which are
// made anew from the declarations so that people with the sqlite3 shell see every field by its name.
import type { DatabaseSync } from 'node:sqlite';
import { resources } from '../resources/all.ts';
import { asideOf, type Resource } from '../resources/resource.ts';
import * as foundation from './migrations/001-foundation.ts';
import { StoreProblem } from './problem.ts';

const steps: { sql: string }[] = [foundation];
export const schemaVersion = steps.length;

export function migrate(db: DatabaseSync): void {
  const { user_version: found } = db.prepare('pragma user_version').get() as { user_version: number };
  if (found > schemaVersion) {
    throw new StoreProblem(
      `the database has schema ${found} and this Daybook knows up to ${schemaVersion}; start the newer Daybook that wrote it.`,
    );
  }
  if (found === schemaVersion) return;
  db.exec('begin exclusive');
  try {
    for (const step of steps.slice(found)) db.exec(step.sql);
    for (const resource of resources) db.exec(viewOf(resource));
    db.exec(`pragma user_version = ${schemaVersion}`);
    db.exec('commit');
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
}

function viewOf(resource: Resource): string {
  const aside = asideOf(resource);
  const common = ['id', 'source', 'source_id', 'created_at', 'updated_at', 'deleted_at'];
  const from = (field: string) =>
    aside.includes(field) ? `json_extract('{' || b.content || '}', '$.${field}')` : `json_extract(r.doc, '$.${field}')`;
  const columns = [...common, ...Object.keys(resource.fields)].map((field) => `${from(field)} as "${field}"`);
  const join = aside.length > 0 ? ' left join bodies b on b.user_id = r.user_id and b.body = r.body' : '';
  return `drop view if exists ${resource.path}_view;
    create view ${resource.path}_view as select r.user_id, ${columns.join(', ')} from ${resource.path} r${join};`;
}
