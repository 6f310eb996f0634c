// The requests of a change of conversations, made when it is sent: each mail is read before, so that only those change
// that the change is for, and undoing it restores exactly what was before.
import { DaybookError } from 'daybook-client';
import type { Preparation, Prepared } from '../../data/changes/preparations.ts';
import { daybook } from '../../data/client.ts';
import { mapFewAtOnce } from '../../data/few-at-once.ts';
import type { Row } from '../lists.ts';
import { type Change, type MailState, planOf, STATE_FIELDS } from './changes.ts';

const MOST_MAILS = 500;
const TIMEOUT = 10_000;

interface Input {
  change: Change;
  /** The conversations as they were on the screen. */
  threads: readonly Pick<Row, 'id' | 'latest_at'>[];
}

export function preparationOf(change: Change, rows: readonly Row[]): Preparation {
  const input: Input = { change, threads: rows.map(({ id, latest_at }) => ({ id, latest_at })) };
  return { area: 'mail', input };
}

export async function prepareChange(input: unknown): Promise<Prepared> {
  const { change, threads } = input as Input;
  return planOf(change, await mapFewAtOnce(threads, (one) => readKnown(change, one)));
}

type Mail = MailState & { received_at: string | null };

/** The mails that the user knew: one that arrived while the change waited for a connection is not put away unseen. */
async function readKnown({ type }: Change, { id, latest_at }: Input['threads'][number]): Promise<MailState[]> {
  const mails = await readMails(id);
  if (type === 'restore' || type === 'erase') return mails;
  const latest = Date.parse(latest_at);
  return mails.filter(({ received_at }) => received_at === null || Date.parse(received_at) <= latest);
}

async function readMails(id: string): Promise<Mail[]> {
  const mails: Mail[] = [];
  const query = { fields: [...STATE_FIELDS, 'received_at'], include_deleted: true, limit: MOST_MAILS, body: false };
  try {
    for (let hasMore = true; hasMore; ) {
      const page = { ...query, offset: mails.length };
      const { data, meta } = await daybook.threads.get(id, page, { retries: 1, timeout: TIMEOUT });
      mails.push(...(data.emails as unknown as Mail[]));
      hasMore = meta.has_more;
    }
    return mails;
  } catch (error) {
    // It was deleted or merged meanwhile, which does not concern the other conversations.
    if (error instanceof DaybookError && error.status === 404) return [];
    throw error;
  }
}
