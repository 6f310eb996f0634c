// The time of a conversation, which is its place in lists: that of its latest mail outside the trash that is not a draft.
// It is looked up only when the latest mail leaves.
import type { Email } from '../../../resources/email.ts';
import type { Row, Tx } from '../../port.ts';

/** Drafts do not move their conversation, unless it has no other mail. */
type Kind = 'mails' | 'drafts';

/** The latest times of mails that came to a conversation and left it in a write. */
export type Times = Record<Kind, { came: number; left: number }>;

const NEVER = Number.NEGATIVE_INFINITY;

export function newTimes(): Times {
  return { mails: { came: NEVER, left: NEVER }, drafts: { came: NEVER, left: NEVER } };
}

export function noteTime(times: Times, step: 'came' | 'left', mail: Email): void {
  const noted = times[kindOf(mail)];
  noted[step] = Math.max(noted[step], timeOf(mail));
}

/** Whether the time of the conversation is the same with either version of a mail. */
export function isSameTime(one: Email, other: Email): boolean {
  return timeOf(one) === timeOf(other) && kindOf(one) === kindOf(other);
}

function kindOf({ status }: Email): Kind {
  return status === 'draft' ? 'drafts' : 'mails';
}

function timeOf({ received_at, created_at }: Email): number {
  return Date.parse(received_at ?? created_at);
}

/** The time of the latest mail. Drafts count only if there are no other mails, and deleted mails only if all are deleted. */
export async function latestOf(
  tx: Tx,
  id: string,
  times: Times,
  stored: Row | undefined,
  counts: Live,
): Promise<number> {
  const [before, now] = [stored && shownKind(stored as unknown as Live), shownKind(counts)];
  // Drafts that were there before the last other mail left are not among the times.
  if (now === null || (now === 'drafts' && before === 'mails')) return readLatest(tx, id, now);
  const { came, left } = times[now];
  const latest = Math.max(before === now ? (stored?.latest_at as number) : NEVER, came);
  return left === NEVER || left < latest ? latest : readLatest(tx, id, now);
}

/** How many mails of a conversation are not in the trash, and how many of these are drafts. */
interface Live {
  mails: number;
  drafts: number;
}

/** The mails whose times count; null if all are in the trash. */
function shownKind({ mails, drafts }: Live): Kind | null {
  if (mails === 0) return null;
  return mails > drafts ? 'mails' : 'drafts';
}

/** The time of the latest mail of a kind outside the trash; null: of all. */
export async function readLatest(tx: Tx, id: string, kind: Kind | null): Promise<number> {
  const conditions = {
    mails: " and r.deleted_at is null and r.status <> 'draft'",
    drafts: ' and r.deleted_at is null',
  };
  const those = `from emails r where r.user_id = ?1 and r.thread_id = ?2${kind ? conditions[kind] : ''}`;
  // Of a sum: for the greatest in an index an engine would go through those of all conversations.
  const row = await tx.get(
    `select (select r.received_at ${those} and r.received_at is not null order by r.received_at desc nulls last limit 1) as dated,
      (select max(r.created_at + 0) ${those} and r.received_at is null) as undated`,
    id,
  );
  return Math.max((row?.dated as number | null) ?? NEVER, (row?.undated as number | null) ?? NEVER);
}
