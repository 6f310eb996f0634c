// Compares the catalogue of a PostgreSQL database with the result of the migrations, for doctor. The expected objects
// are created as temporary ones in a transaction that is rolled back, so that no service is affected.
import type { ClientBase } from 'pg';
import { StoreProblem } from '../engine/problem.ts';
import { control, onPatientConnection } from './client.ts';
import { bringUp } from './migrate.ts';

/** What differs from the newest schema: tables, columns, constraints, indexes, views, triggers, rules and policies. */
export async function databaseSchemaProblems(url: string): Promise<string[]> {
  return onPatientConnection(url, async (client) => {
    const { rows } = await control(client, 'select current_schema() as schema');
    const found = await catalogueOf(client, `'${(rows[0] as { schema: string }).schema.replaceAll("'", "''")}'`);
    await control(client, 'begin');
    try {
      await control(client, 'set local search_path to pg_temp'); // the steps must not find the existing tables
      await bringUp(client, 0).catch((error: Error) => {
        throw new StoreProblem(
          `the schema cannot be compared, which needs the right to make temporary tables in the database: ${error.message}.`,
        );
      });
      return compare(
        found,
        await catalogueOf(client, '(select nspname from pg_namespace where oid = pg_my_temp_schema())'),
      );
    } finally {
      await control(client, 'rollback');
    }
  });
}

type Catalogue = Map<string, string>;

function compare(found: Catalogue, expected: Catalogue): string[] {
  const problems: string[] = [];
  for (const [name, definition] of found) {
    const known = expected.get(name);
    if (known !== definition) problems.push(`${name} is ${known === undefined ? 'unknown' : 'not as expected'}`);
  }
  for (const name of expected.keys()) if (!found.has(name)) problems.push(`${name} is missing`);
  return problems;
}

async function catalogueOf(client: ClientBase, schema: string): Promise<Catalogue> {
  const { rows } = await control(client, catalogueSql(schema));
  const parts = rows as { name: string; definition: string | null; schema: string }[];
  return new Map(
    parts.map(({ name, definition, schema }) => [
      name,
      (definition ?? '').replaceAll(`${schema}.`, '').replaceAll('pg_temp.', ''),
    ]),
  );
}

// Objects of extensions are ignored, and sequences belong to the columns that they number.
const catalogueSql = (schema: string) => `
  with ours as (
    select c.oid, c.relname, c.relkind, c.relrowsecurity, n.nspname as schema
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  )
  select case relkind when 'v' then 'view ' else 'table ' end || relname as name,
    relkind::text || ' ' || relrowsecurity::text || coalesce(pg_get_viewdef(case when relkind = 'v' then oid end), '') as definition, schema
    from ours
  union all select 'column ' || o.relname || '.' || a.attname,
    format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull::text || ' ' || a.attidentity::text || ' ' || a.attgenerated::text
      || ' ' || coalesce(l.collname, '') || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), ''), o.schema
    from ours o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = o.oid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation
    where o.relkind <> 'v'
  union all select 'constraint ' || n.conname || ' of ' || o.relname, pg_get_constraintdef(n.oid), o.schema
    from ours o join pg_constraint n on n.conrelid = o.oid where n.contype <> 'n'
  union all select 'index ' || x.relname, pg_get_indexdef(i.indexrelid), o.schema
    from ours o join pg_index i on i.indrelid = o.oid join pg_class x on x.oid = i.indexrelid
  union all select 'trigger ' || t.tgname || ' on ' || o.relname, pg_get_triggerdef(t.oid), o.schema
    from ours o join pg_trigger t on t.tgrelid = o.oid where not t.tgisinternal
  union all select 'rule ' || r.rulename || ' on ' || o.relname, pg_get_ruledef(r.oid), o.schema
    from ours o join pg_rewrite r on r.ev_class = o.oid where r.rulename <> '_RETURN'
  union all select 'policy ' || p.polname || ' on ' || o.relname, '', o.schema
    from ours o join pg_policy p on p.polrelid = o.oid`;
