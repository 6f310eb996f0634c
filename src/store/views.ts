// A view for each kind of record, for people with sqlite3 or psql: every field by its name.
import { resources } from '../resources/all.ts';
import { asideOf, type Resource } from '../resources/resource.ts';

/** The statements that make the views; `member` is the engine's way to a member of a JSON text. */
export function createViews(member: (text: string, field: string) => string): string[] {
  return resources.map((resource) => `create view ${resource.path}_view as ${selectAll(resource, member)}`);
}

/** Before a migration: a view would keep it from changing the tables. */
export function dropViews(): string[] {
  return resources.map(({ path }) => `drop view if exists ${path}_view`);
}

function selectAll(resource: Resource, member: (text: string, field: string) => string): string {
  const aside = asideOf(resource);
  const common = ['id', 'source', 'source_id', 'created_at', 'updated_at', 'deleted_at'];
  const from = (field: string) => member(aside.includes(field) ? `('{' || b.content || '}')` : 'r.doc', field);
  const columns = [...common, ...Object.keys(resource.fields)].map((field) => `${from(field)} as "${field}"`);
  const join = aside.length > 0 ? ' left join bodies b on b.user_id = r.user_id and b.body = r.body' : '';
  return `select r.user_id, ${columns.join(', ')} from ${resource.path} r${join}`;
}
