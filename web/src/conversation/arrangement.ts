// Which mails of a conversation are expanded, and which are left out until they are asked for. Pure functions.

/** What these decisions depend on. */
export interface ArrangedMail {
  id: string;
  status: string;
  is_read: boolean;
}

export type Row<M> = { kind: 'mail'; email: M } | { kind: 'gap'; count: number; unread: number };

/** Collapsed mails that are shown at both ends of a gap. */
const BEFORE_GAP = 1;
const AFTER_GAP = 2;
/** A gap is not worth a click for fewer mails. */
const SMALLEST_GAP = 3;

/** What is expanded when it is first shown: unread mail, the last mail, what was not sent, and the one that a link leads to. */
export function isExpandedAtFirst(
  email: ArrangedMail,
  emails: readonly ArrangedMail[],
  linked: string | undefined,
): boolean {
  if (email.id === linked) return true;
  return isUnsent(email) || !email.is_read || email.id === lastMail(emails)?.id;
}

/** The latest mail that was received or sent. */
export function lastMail<M extends ArrangedMail>(emails: readonly M[]): M | undefined {
  return emails.findLast((one) => !isUnsent(one)) ?? emails.at(-1);
}

export function isUnsent({ status }: Pick<ArrangedMail, 'status'>): boolean {
  return status !== 'received' && status !== 'sent';
}

export interface Loaded<M> {
  /** The oldest mails, then the newest: `missing` mails between them were not read. */
  emails: readonly M[];
  /** How many of `emails` are before the missing ones. */
  before: number;
  missing: number;
  missingUnread: number;
}

/**
 * The rows to show: long runs of collapsed mails become a gap, and so do mails that were not read. With `isWhole` all
 * mails that are known are rows.
 */
export function arrange<M>(loaded: Loaded<M>, isExpanded: (email: M) => boolean, isWhole: boolean): Row<M>[] {
  const { emails, before, missing, missingUnread } = loaded;
  const rows: Row<M>[] = emails.map((email) => ({ kind: 'mail', email }));
  if (missing > 0) rows.splice(before, 0, { kind: 'gap', count: missing, unread: missingUnread });
  return isWhole ? rows : withGap(rows, isExpanded);
}

/** Hides the longest run of collapsed mails, but for those at its ends. */
function withGap<M>(rows: readonly Row<M>[], isExpanded: (email: M) => boolean): Row<M>[] {
  const runs = runsOf(rows, (row) => row.kind === 'gap' || !isExpanded(row.email));
  const longest = runs.toSorted((one, other) => sizeOf(rows, other) - sizeOf(rows, one))[0];
  if (!longest) return [...rows];
  const from = longest.from + BEFORE_GAP;
  const to = longest.to - AFTER_GAP;
  const hidden = rows.slice(from, to);
  const count = hidden.reduce((sum, row) => sum + (row.kind === 'gap' ? row.count : 1), 0);
  if (count < SMALLEST_GAP) return [...rows];
  const unread = hidden.reduce((sum, row) => sum + (row.kind === 'gap' ? row.unread : 0), 0);
  return [...rows.slice(0, from), { kind: 'gap', count, unread }, ...rows.slice(to)];
}

function sizeOf(rows: readonly Row<unknown>[], { from, to }: { from: number; to: number }): number {
  return rows.slice(from, to).reduce((sum, row) => sum + (row.kind === 'gap' ? row.count : 1), 0);
}

function runsOf<M>(rows: readonly Row<M>[], belongs: (row: Row<M>) => boolean): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const [at, row] of rows.entries()) {
    if (!belongs(row)) continue;
    const run = runs.at(-1);
    if (run?.to === at) run.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}
