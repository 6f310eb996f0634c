// Whether rows hold what Daybook could have written: for every row that comes out of a backup or an export, and for
// doctor. Types alone are not enough: SQLite stores a text in a column of numbers, and an answer of the API is joined
// from stored JSON.
import type { Email } from '../resources/email.ts';
import { isContentName } from '../store/blobs.ts';
import { StoreProblem } from '../store/problem.ts';
import { columnTypes } from '../store/sqlite-schema.ts';
import type { Row, Snapshot } from '../store/store.ts';
import { pagesOf, type Table, tables } from '../store/tables.ts';
import { SCOPES } from './access.ts';
import { filesOf } from './attachments.ts';

type Types = ReturnType<typeof columnTypes>;

/** Throws for the first row that is not sound. */
export function requireSoundRows(table: Table, rows: readonly Row[]): void {
  for (const row of rows) {
    const fault = faultOf(table, row);
    if (fault)
      throw new StoreProblem(`the records cannot be used: ${nameOf(table, row)} ${fault}. Nothing was changed.`);
  }
}

/** The same for all rows of a store. */
export async function requireSoundStore(read: Snapshot): Promise<void> {
  for (const table of tables) for await (const rows of pagesOf(read, table)) requireSoundRows(table, rows);
}

const REPORTED = 20; // problems, after which the rest is counted only

/** What is wrong with the rows of a store, and between the emails and the table of their files. */
export async function rowProblems(read: Snapshot): Promise<string[]> {
  const problems: string[] = [];
  const attached = new Set<string>(); // what the emails name and the table of their files does not
  let more = 0;
  const report = (problem: string) => {
    if (problems.length < REPORTED) problems.push(problem);
    else more++;
  };
  const examine = (table: Table, row: Row) => {
    const fault = faultOf(table, row);
    if (fault) report(`${nameOf(table, row)} ${fault}`);
    else if (table.name === 'emails') for (const key of fileKeys(row)) attached.add(key);
    else if (table.name === 'email_files' && !attached.delete(`${row.user_id} ${row.file_id} ${row.email_id}`))
      report(`${nameOf(table, row)} names a file that the email does not have attached`);
  };
  for (const table of tables) {
    try {
      for await (const rows of pagesOf(read, table)) for (const row of rows) examine(table, row);
    } catch (error) {
      report(`the rows of ${table.name} cannot be read: ${(error as Error).message}`);
    }
  }
  for (const key of attached) {
    const [user, file, email] = key.split(' ');
    report(`the email ${email} of user ${user} has the file ${file} attached, and email_files does not know it`);
  }
  return more > 0 ? [...problems, `${more} more rows are not as they should be`] : problems;
}

function fileKeys(row: Row): string[] {
  const mail = JSON.parse(row.doc as string) as Email;
  return [...filesOf(mail)].map((file) => `${row.user_id} ${file} ${row.id}`);
}

function nameOf({ name, order }: Table, row: Row): string {
  const key = order.map((column) => `${column} ${JSON.stringify(row[column])?.slice(0, 100)}`);
  return `the row of ${name} with ${key.join(', ')}`;
}

function faultOf(table: Table, row: Row): string | undefined {
  types ??= columnTypes();
  const declared = types.get(table.name);
  for (const column of table.columns) {
    const value = row[column] ?? null;
    const type = declared?.get(column);
    if (value === null ? type?.required : !isOf(type?.type, value))
      return `has ${JSON.stringify(value)?.slice(0, 60)} as ${column}, which must be ${type?.type === 'text' ? 'text' : 'a whole number'}`;
  }
  if ((row.user_id as number) < 1) return 'has no user that could exist';
  const check = checks[table.name];
  if (check) return check(row);
  return table.texts.includes('doc') ? faultOfDoc(table, row) : undefined;
}
let types: Types | undefined;

function isOf(type: string | undefined, value: unknown): boolean {
  return type === 'text' ? typeof value === 'string' : Number.isSafeInteger(value);
}

const checks: Record<string, (row: Row) => string | undefined> = {
  tokens({ hash, scopes }) {
    const unknown = (scopes as string).split(' ').find((scope) => scope && !SCOPES.some((known) => known === scope));
    if (unknown !== undefined) return `has the scope ${JSON.stringify(unknown.slice(0, 60))}, which does not exist`;
    return /^[0-9a-f]{64}$/.test(hash as string) ? undefined : 'has no SHA-256 as its hash';
  },
  contents: ({ sha256, size }) => (isContentName(sha256 as string) && (size as number) >= 0 ? undefined : NO_DIGEST),
  content_uses: ({ sha256 }) => (isContentName(sha256 as string) ? undefined : NO_DIGEST),
  bodies: ({ content }) => (parsed(`{${content}}`) ? undefined : 'has a content that is not JSON'),
  changes: ({ doc }) => (parsed(doc as string) ? undefined : NOT_JSON),
};

const NO_DIGEST = 'does not name a content by its SHA-256 and size';
const NOT_JSON = 'has a doc that is not a JSON object';

function faultOfDoc(table: Table, row: Row): string | undefined {
  const doc = parsed(row.doc as string);
  if (!doc) return NOT_JSON;
  if (doc.id !== row.id) return 'has a doc with another id';
  if (table.name === 'emails' && !Array.isArray(doc.attachments)) return 'has a doc without attachments';
  return undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
