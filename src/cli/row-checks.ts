// Checks that rows contain what Daybook could have written: for every row of a backup or an export, and for doctor.
// Types alone are not enough: SQLite stores text in a numeric column, and responses are built from stored JSON.

import { SCOPES } from '../access/access.ts';
import { isContentName } from '../files/content-store.ts';
import { filesOf } from '../mail/attachments.ts';
import { contact } from '../resources/contact.ts';
import { type Email, email } from '../resources/email.ts';
import { StoreProblem } from '../store/engine/problem.ts';
import type { Row, Snapshot } from '../store/port.ts';
import { columnTypes } from '../store/sqlite/schema.ts';
import { pagesOf, type Table, tables } from '../store/transfer/tables.ts';
import { DELIVERED_BY } from '../values/mail-facts.ts';
import { countUses } from './use-counts.ts';

type Types = ReturnType<typeof columnTypes>;

/** Throws for the first invalid row. */
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

const REPORTED = 20; // maximum number of problems; further ones are only counted

/** Problems in the rows of a store, and between emails and the table of their files. */
export async function rowProblems(read: Snapshot): Promise<string[]> {
  const problems: string[] = [];
  const attached = new Set<string>(); // files named by emails but missing in email_files
  const uses = countUses();
  let more = 0;
  const report = (problem: string) => {
    if (problems.length < REPORTED) problems.push(problem);
    else more++;
  };
  const links: Checks = {
    [email.table](row) {
      for (const key of fileKeys(row)) attached.add(key);
      uses.add(email.table, row);
      return undefined;
    },
    [contact.table](row) {
      uses.add(contact.table, row);
      return undefined;
    },
    email_files: ({ user_id, file_id, email_id }) =>
      attached.delete(`${user_id} ${file_id} ${email_id}`)
        ? undefined
        : 'names a file that is not attached to the email',
  };
  const examine = (table: Table, row: Row) => {
    const fault = faultOf(table, row) ?? links[table.name]?.(row);
    if (fault) report(`${nameOf(table, row)} ${fault}`);
  };
  for (const table of tables) {
    try {
      for await (const rows of pagesOf(read, table)) for (const row of rows) examine(table, row);
    } catch (error) {
      report(`the rows of ${table.name} cannot be read: ${(error as Error).message}`);
    }
  }
  for (const key of attached) {
    const [user, file, id] = key.split(' ');
    report(`the email ${id} of user ${user} has the attachment ${file}, which is missing in email_files`);
  }
  for (const problem of await uses.problems(read)) report(problem);
  return more > 0 ? [...problems, `${more} more rows are invalid`] : problems;
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
  if ((row.user_id as number) < 1) return 'has an invalid user_id';
  const check = checks[table.name];
  if (check) return check(row);
  return table.texts.includes('doc') ? faultOfDoc(row) : undefined;
}
let types: Types | undefined;

function isOf(type: string | undefined, value: unknown): boolean {
  return type === 'text' ? typeof value === 'string' : Number.isSafeInteger(value);
}

/** By table: what is wrong with a row. */
type Checks = Record<string, (row: Row) => string | undefined>;

const checks: Checks = {
  tokens({ hash, scopes }) {
    const unknown = (scopes as string).split(' ').find((scope) => scope && !SCOPES.some((known) => known === scope));
    if (unknown !== undefined) return `has the scope ${JSON.stringify(unknown.slice(0, 60))}, which does not exist`;
    return faultOfHash(hash as string);
  },
  sessions: ({ hash }) => faultOfHash(hash as string),
  contents: ({ sha256, size }) => (isContentName(sha256 as string) && (size as number) >= 0 ? undefined : NO_DIGEST),
  content_uses: ({ sha256 }) => (isContentName(sha256 as string) ? undefined : NO_DIGEST),
  bodies: ({ content }) => (parsed(`{${content}}`) ? undefined : 'has a content that is not JSON'),
  changes: ({ doc }) => (parsed(doc as string) ? undefined : NOT_JSON),
  settings: ({ doc }) => (parsed(doc as string) ? undefined : NOT_JSON),
  tasks({ params, errors }) {
    if (!parsed(params as string)) return 'has params that are not a JSON object';
    return Array.isArray(parsed(`{"errors":${errors}}`)?.errors) ? undefined : 'has errors that are not a JSON array';
  },
  jobs: ({ kind, record_id }) =>
    !['preview', 'correspondents', 'index', 'extract_all'].includes(kind as string) || parsed(record_id as string)
      ? undefined
      : 'has a record_id that is not a JSON object',
  [email.table](row) {
    const isSound = Array.isArray(parsed(row.doc as string)?.attachments);
    const isDelivered = DELIVERED_BY.some((one) => one === row.delivered_by);
    if (!isDelivered) return 'has a delivered_by that does not exist';
    return faultOfDoc(row) ?? (isSound ? undefined : 'has a doc without attachments');
  },
};

function faultOfHash(hash: string): string | undefined {
  return /^[0-9a-f]{64}$/.test(hash) ? undefined : 'does not have a SHA-256 hash';
}

const NO_DIGEST = 'does not name a content by its SHA-256 and size';
const NOT_JSON = 'has a doc that is not a JSON object';

function faultOfDoc(row: Row): string | undefined {
  const doc = parsed(row.doc as string);
  if (!doc) return NOT_JSON;
  return doc.id === row.id ? undefined : 'has a doc with another id';
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
