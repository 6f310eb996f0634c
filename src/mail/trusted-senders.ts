// The senders that a user trusts, and whether a mail is from one of them. Anyone can write any address into From, so a
// mail that its server could not attribute to the sender is not from one of them, whatever it says.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { find } from '../records/find.ts';
import { type Context, checkVersion } from '../records/records.ts';
import { eraseRecord, save } from '../records/save.ts';
import { newValidator, validateFields } from '../records/validate.ts';
import type { Email } from '../resources/email.ts';
import { type TrustedSender, trustedSender } from '../resources/trusted-sender.ts';
import type { Row, Store, Tx } from '../store/port.ts';
import { countTrusted, deliveredByQuery, findTrusted, trustedQuery } from '../store/tables/personal/trusted-senders.ts';
import type { Stored } from '../store/tables/records.ts';
import { senderKey } from '../values/addresses.ts';
import { newId } from '../values/ids.ts';
import type { DeliveredBy } from '../values/mail-facts.ts';
import { formatTime } from '../values/time.ts';

/** Adds a sender; `existed` if it was there already, in any spelling. */
export async function addTrustedSender(
  tx: Tx,
  body: unknown,
  { timezone }: Context,
): Promise<Stored<TrustedSender> & { existed: boolean }> {
  const validator = newValidator(timezone);
  const input = validateFields(trustedSender.fields, body, validator, { fixed: ['id', 'created_at', 'updated_at'] });
  validator.finish();
  const sender = input.sender as string;
  const known = await findTrusted(tx, sender);
  if (known) return { ...known, existed: true };
  if ((await countTrusted(tx)) >= limits.trustedSenders)
    throw new AppError('CONFLICT', `A user has at most ${limits.trustedSenders} trusted senders; remove one first.`);
  const now = formatTime(tx.timestamp);
  const record: TrustedSender = { id: newId(), sender, created_at: now, updated_at: now };
  return { ...(await save(tx, trustedSender, 'created', record, null)), existed: false };
}

export async function removeTrustedSender(tx: Tx, id: string, context: Context): Promise<{ id: string; seq: number }> {
  const before = await find<TrustedSender>(tx, trustedSender, id);
  checkVersion(before, context.versions);
  return { id: before.record.id, seq: await eraseRecord(tx, trustedSender, before) };
}

/** `unverified`: From names a trusted sender, but the mail may be forged. */
export type Trust = 'trusted' | 'unverified' | 'untrusted';

export async function trustIn(store: Store, user: number, mail: Email): Promise<Trust> {
  const address = senderKey(mail.from_address ?? '');
  if (address === undefined || address.startsWith('@') || mail.status !== 'received') return 'untrusted';
  const query = trustedQuery(address, address.slice(address.lastIndexOf('@')));
  const [rows = [], [row] = []] = await store.read(user, [query, deliveredByQuery(mail.id)]);
  if (rows.length === 0) return 'untrusted';
  const isSpam = mail.folder === 'SPAM' || mail.snoozed_from === 'SPAM';
  return !isSpam && isCredible(mail, deliverer(row)) ? 'trusted' : 'unverified';
}

/** Who delivered the mail. */
export async function delivererOf(store: Store, user: number, mail: Email): Promise<DeliveredBy> {
  const [[row] = []] = await store.read(user, [deliveredByQuery(mail.id)]);
  return deliverer(row);
}

function deliverer(row: Row | undefined): DeliveredBy {
  return (row?.delivered_by as DeliveredBy | undefined) ?? 'other'; // erased in the meantime
}

/**
 * Whether what the server verified confirms From. What a request brought confirms nothing if its token may not send mail:
 * it could claim to be from anyone, and would send out data with the URLs of its images. DMARC compares the two (RFC 7489 section 3.1). For a domain without it,
 * SPF or DKIM must have passed for the domain of From: a sender can have both for another domain of his own. That a mail
 * server writes no results is not held against mail that an account fetched from it; of other mail nothing was verified.
 */
function isCredible({ authentication }: Email, deliveredBy: DeliveredBy): boolean {
  if (deliveredBy === 'other') return false;
  const results = authentication ?? null;
  if (results === null) return deliveredBy === 'account';
  const { dmarc, aligned = false } = results;
  return dmarc === null || dmarc === 'none' ? aligned : dmarc === 'pass';
}
