// What a statement says about its tables, and what PostgreSQL makes of it.
import type { Query } from '../../src/store/port.ts';
import { connect } from './database.ts';

interface Named {
  table: string;
  /** Whether its rows are those of the user $1, or of a user of the catalogue that it is joined to. */
  restricted: boolean;
}

const NAMED =
  /\b(from|join|into|update)\s+(?!lateral\b)([a-z_]+)(?:\s+(?:as\s+)?(?!(?:on|where|set|order|limit|group|left|join)\b)([a-z]\w*))?/gi;

/** The tables that a statement names, each time that it does. */
export function tablesNamed(text: string): Named[] {
  const made = [...text.matchAll(/\bwith recursive ([a-z_]+)\(/g)].map(([, name]) => name);
  const found = [...text.matchAll(NAMED)].filter(([, , table]) => ![...made, 'set'].includes(table)); // on conflict do update set
  return found.map((match, index) => {
    const [whole, verb, table = '', alias] = match;
    // What follows up to the next table: a condition without an alias belongs to the table named last before it.
    const own = text.slice(match.index + whole.length, found[index + 1]?.index);
    if (verb === 'into') return { table, restricted: /^\s*\(user_id, [^)]*\)\s+values \(\$1, /.test(own) };
    if (!alias) return { table, restricted: /(^|[^.\w])user_id = \$1\b/.test(own) };
    return { table, restricted: new RegExp(`\\b${alias}\\.user_id = (\\$1\\b|u\\.user_id\\b)`).test(text) };
  });
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Index Cond'?: string;
  Plans?: Plan[];
}

/** Every scan of a table in the plan of the statement, and the conditions of the indexes that it goes by. */
export async function scansOf(
  place: string,
  text: string,
  values: unknown[],
): Promise<{ table: string; condition: string }[]> {
  const client = await connect(place);
  try {
    // On tables with few rows it would read them whole; the question is whether an index would do.
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query(`explain (format json) ${text}`, values);
    return scans((rows[0] as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN'][0]?.Plan as Plan);
  } finally {
    await client.end();
  }
}

/** How many rows of a table PostgreSQL reads for a query of the owner. */
export async function rowsRead(place: string, { sql, params }: Query, table: string): Promise<number> {
  const client = await connect(place);
  try {
    const numbered = sql.replaceAll(/\?(\d+)/g, '$$$1');
    const { rows } = await client.query(`explain (analyze, format json) ${numbered}`, [1, ...params]);
    return sumOf((rows[0] as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN'][0]?.Plan as Plan, table);
  } finally {
    await client.end();
  }
}

function sumOf(plan: Plan, table: string): number {
  const rows = (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0);
  const own = plan['Relation Name'] === table ? rows * (plan['Actual Loops'] ?? 1) : 0;
  return (plan.Plans ?? []).reduce((total, one) => total + sumOf(one, table), own);
}

function scans(plan: Plan): { table: string; condition: string }[] {
  const inner = plan.Plans ?? [];
  const table = plan['Relation Name'];
  if (table && /Scan$/.test(plan['Node Type'])) {
    const condition = plan['Index Cond'] ?? inner.map(indexConditions).join(' or ');
    return [{ table, condition: condition || `a ${plan['Node Type']} without a condition` }];
  }
  return inner.flatMap(scans);
}

function indexConditions(plan: Plan): string {
  return plan['Index Cond'] ?? (plan.Plans ?? []).map(indexConditions).join(' and ');
}
