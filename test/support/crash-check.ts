// What must hold after a service was killed while clients wrote to it. The writers keep a ledger of what was
// acknowledged to them; the tables are examined against it, apart from the service's own code for reading records.
import type { ReadStore } from '../../src/store/port.ts';
import { problemsOf } from './soundness.ts';

/** What the clients know. */
export interface Ledger {
  /** Writes of one record: the change that each must have made, and its event. */
  acknowledged: { seq: number; event: string; id: string; text: string }[];
  /** Each batch adds a label of its own, so that the emails it has reached can be identified. */
  batches: { label: string; ids: string[]; acknowledged: boolean }[];
  /** Creates under an Idempotency-Key, which is also in the record; the answer once there was one. */
  keyed: { key: string; path: string; body: object; answer: string | null }[];
  /** Requests that were open when the service was killed. */
  unanswered: number;
  /** Answers that no client should have got. */
  refused: string[];
}

/** What was found wrong, by the promise that it breaks. */
export interface Findings {
  unsound: string[];
  lost: string[];
  unpaired: string[];
  gaps: string[];
  halves: string[];
  doubled: string[];
}

interface Logged {
  seq: number;
  event: string;
  id: string;
  /** The feed message of it. */
  text: string;
}

interface Standing extends Omit<Logged, 'event'> {
  path: string;
  deletedAt: number | null;
}

const PATHS = ['events', 'emails', 'contacts'];

/** Examines the database, adds to the findings and returns the log. */
export async function examine(place: string, ledger: Ledger, findings: Findings): Promise<Logged[]> {
  let log: Logged[] = [];
  const problems = await problemsOf(place, async (store) => {
    log = await readLog(store);
    const erased = new Set(log.filter(({ text }) => isErasure(text)).map(({ id }) => id));
    const rows = await Promise.all(PATHS.map((path) => readRecords(store, path)));
    const records = new Map(rows.flat().map((row) => [row.id, row]));
    await checkGaps(store, log, findings.gaps);
    checkPairs(log, erased, records, findings.unpaired);
    await checkSideTables(store, [...records.values()], findings.unpaired);
    checkAcknowledged(log, erased, ledger, findings.lost);
    checkBatches(log, erased, ledger, findings);
    checkKeyed(records, ledger, findings);
  });
  findings.unsound.push(...problems);
  return log;
}

function isErasure(text: string): boolean {
  return text.length < 100 && text.endsWith('"permanent":true}');
}

async function readLog(store: ReadStore): Promise<Logged[]> {
  const rows = await store.catalogue(
    `select c.seq, c.event, c.record_id as id, c.doc, c.body, b.content from changes c
      left join bodies b on b.user_id = c.user_id and b.body = c.body where c.user_id = 1 order by c.seq`,
  );
  return rows.map((row) => ({
    seq: row.seq as number,
    event: row.event as string,
    id: row.id as string,
    text: row.body === null ? (row.doc as string) : join(row.doc as string, row.content as string),
  }));
}

async function readRecords(store: ReadStore, path: string): Promise<Standing[]> {
  const rows = await store.catalogue(
    `select r.id, r.seq, r.doc, r.body, r.deleted_at, b.content from ${path} r
      left join bodies b on b.user_id = r.user_id and b.body = r.body where r.user_id = 1`,
  );
  return rows.map((row) => ({
    path,
    id: row.id as string,
    seq: row.seq as number,
    deletedAt: row.deleted_at as number | null,
    text: path === 'emails' ? join(row.doc as string, row.content as string | null) : (row.doc as string),
  }));
}

// An email's two bodies are kept apart from the rest of it.
function join(doc: string, content: string | null): string {
  return `${doc.slice(0, -1)},${content ?? '"body_plain":null,"body_html":null'}}`;
}

async function checkGaps(store: ReadStore, log: Logged[], gaps: string[]): Promise<void> {
  const wrong = log.find(({ seq }, index) => seq !== index + 1);
  if (wrong) gaps.push(`the log goes astray at ${wrong.seq}`);
  const [counter] = await store.catalogue('select seq from logs where user_id = 1');
  const counted = counter?.seq;
  if (counted !== log.length) gaps.push(`the counter is ${counted} and the log has ${log.length} changes`);
}

// Replaying the log gives exactly the existing records.
function checkPairs(log: Logged[], erased: Set<string>, records: Map<string, Standing>, unpaired: string[]): void {
  const last = new Map(log.map((change) => [change.id, change]));
  for (const { id, path, seq } of records.values()) {
    const told = last.get(id)?.seq;
    if (told !== seq) unpaired.push(`${path} ${id} stands at ${seq}, its last change is ${told}`);
  }
  for (const { id, seq, event, text } of last.values()) {
    const record = records.get(id);
    if (erased.has(id)) {
      if (record) unpaired.push(`${id} was erased at ${seq} and stands`);
    } else if (!record) unpaired.push(`${event} ${seq} tells of ${id}, which does not stand`);
    else if (event.endsWith('.deleted')) {
      if (record.deletedAt !== Date.parse(JSON.parse(text).deleted_at))
        unpaired.push(`${id} is not in the trash as told`);
    } else if (record.text !== text) unpaired.push(`${id} is not as its change ${seq} tells`);
  }
  for (const { id, seq, text } of log)
    if (erased.has(id) && !isErasure(text)) unpaired.push(`change ${seq} tells what was in ${id}, which was erased`);
}

async function checkSideTables(store: ReadStore, records: Standing[], unpaired: string[]): Promise<void> {
  const parsed = records.map(({ id, path, text }) => ({ id, path, record: JSON.parse(text) }));
  const column = async (sql: string) =>
    (await store.catalogue(sql))
      .map((row) => Object.values(row).join(' '))
      .sort()
      .join('\n');
  const tags = { emails: 'labels', contacts: 'tags' };
  for (const [path, field] of Object.entries(tags)) {
    const expected = parsed
      .filter((one) => one.path === path)
      .flatMap(({ id, record }) => record[field].map((tag: string) => `${id} ${tag}`));
    if ((await column(`select id, tag from ${path}_tags`)) !== expected.sort().join('\n'))
      unpaired.push(`the ${field} of ${path} are not as in the records`);
  }
  const snoozed = parsed.filter(({ record }) => record.snoozed_until).map(({ id }) => id);
  if ((await column("select record_id from jobs where kind = 'wake'")) !== snoozed.sort().join('\n'))
    unpaired.push('the wake-up jobs are not those of the snoozed emails');
}

function checkAcknowledged(log: Logged[], erased: Set<string>, { acknowledged }: Ledger, lost: string[]): void {
  for (const { seq, event, id, text } of acknowledged) {
    const change = log[seq - 1];
    if (change?.id !== id || change.event !== event) lost.push(`${event} ${id}, acknowledged at ${seq}`);
    else if (change.text !== text && !erased.has(id)) lost.push(`what ${event} ${id} was at ${seq}`);
  }
}

function checkBatches(log: Logged[], erased: Set<string>, { batches }: Ledger, { lost, halves }: Findings): void {
  const reached = new Set<string>();
  for (const { id, text } of log)
    for (const [, label] of text.matchAll(/"(batch-[\w-]+)"/g)) reached.add(`${label} ${id}`);
  for (const { label, ids, acknowledged } of batches) {
    const standing = ids.filter((id) => !erased.has(id));
    const missed = standing.filter((id) => !reached.has(`${label} ${id}`)).length;
    if (acknowledged && missed > 0) lost.push(`${label} for ${missed} of ${standing.length} emails`);
    if (missed > 0 && missed < standing.length) halves.push(`${label} missed ${missed} of ${standing.length} emails`);
  }
}

function checkKeyed(records: Map<string, Standing>, { keyed }: Ledger, { lost, doubled }: Findings): void {
  const made = new Map<string, number>();
  for (const { text } of records.values())
    for (const [, key = ''] of text.matchAll(/"(key-[\w-]+)"/g)) made.set(key, (made.get(key) ?? 0) + 1);
  for (const { key, answer } of keyed) {
    const count = made.get(key) ?? 0;
    if (answer !== null && count === 0) lost.push(`the record of ${key}`);
    if (count > 1) doubled.push(`${key} has made ${count} records`);
  }
}
