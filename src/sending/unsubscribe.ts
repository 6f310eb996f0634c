// Leaves a mailing list on request, never automatically: by one click (RFC 8058), or by a mail to the address of the
// list (RFC 2369). A web page can only be opened by a person.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { find, getRecord } from '../records/find.ts';
import { type Context, change } from '../records/records.ts';
import { newValidator, validateFields } from '../records/validate.ts';
import { asEmail, type Email, email } from '../resources/email.ts';
import type { EmailList } from '../resources/email-facts.ts';
import { choice } from '../resources/fields.ts';
import type { Store, Tx } from '../store/port.ts';
import { findAccount } from '../store/tables/accounts.ts';
import type { Stored } from '../store/tables/records.ts';
import { isMailAddress } from '../values/addresses.ts';
import { formatTime } from '../values/time.ts';
import { sendNew } from './queue.ts';

const WAYS = ['one_click', 'mail'] as const;
type Way = (typeof WAYS)[number];

/** Leaves mailing lists by a request to their server. */
export interface Unsubscriber {
  /** Throws UNSUBSCRIBE_FAILED if the server could not be asked or did not agree. */
  oneClick(url: string): Promise<void>;
}

export const unsubscribeFields = {
  via: choice(WAYS, 'The method; default: one_click if the list supports it, otherwise mail.', 'one_click'),
};

/** Unsubscribes by a method that the list offers. A list that was already left is left again only if `via` is set. */
export async function unsubscribe(
  store: Store,
  user: number,
  unsubscriber: Unsubscriber,
  id: string,
  body: unknown,
  context: Context,
): Promise<Stored> {
  const validator = newValidator(context.timezone);
  const { via } = validateFields(unsubscribeFields, body === undefined ? {} : body, validator, { partial: true }) as {
    via?: Way;
  };
  validator.finish();
  const mail = asEmail(await getRecord(store, user, email, id, false));
  if (mail.list?.unsubscribed_at && via === undefined) return store.write(user, (tx) => note(tx, mail.id, false));
  const way = wayOf(mail, via);
  if (way === 'one_click') {
    await unsubscriber.oneClick(mail.list?.unsubscribe?.url as string);
    return store.write(user, (tx) => note(tx, mail.id, true));
  }
  return store.write(user, async (tx) => {
    await sendNew(tx, { ...(await letterOf(tx, mail)), hold_seconds: 0 }, context);
    return note(tx, mail.id, true);
  });
}

function wayOf({ list }: Email, via: Way | undefined): Way {
  const { one_click = false, url = null, mailto = null } = list?.unsubscribe ?? {};
  const letter = mailto === null ? null : readMailto(mailto);
  const ways = { one_click, mail: letter !== null };
  const way = via ?? WAYS.find((one) => ways[one]);
  if (way && ways[way]) return way;
  const details = url === null ? {} : { url };
  if (via && WAYS.some((one) => ways[one]))
    throw new AppError('NOT_UNSUBSCRIBABLE', `The list cannot be left by ${via}; leave via out.`, details);
  if (url !== null)
    throw new AppError('NOT_UNSUBSCRIBABLE', `The list can only be left on a web page; open ${url}`, details);
  throw new AppError('NOT_UNSUBSCRIBABLE', 'This email does not say how to unsubscribe (List-Unsubscribe).');
}

async function note(tx: Tx, id: string, isDone: boolean): Promise<Stored> {
  const before = await find(tx, email, id);
  const { list } = asEmail(before.record);
  const values =
    isDone && list ? { list: { ...list, unsubscribed_at: formatTime(tx.timestamp) } satisfies EmailList } : {};
  return change(tx, email, before, values);
}

async function letterOf(tx: Tx, { account_id, list }: Email): Promise<Record<string, unknown>> {
  const { to, subject, body } = readMailto(list?.unsubscribe?.mailto as string) as Letter;
  const account = account_id === null ? undefined : await findAccount(tx, account_id);
  return { account_id: account?.id ?? null, to_addresses: [{ address: to }], subject, body_plain: body };
}

interface Letter {
  to: string;
  subject: string;
  body: string;
}

/**
 * The mail that a mailto address asks for (RFC 6068): to its first recipient alone, with its subject and body. Other
 * header fields are left out, as section 7 advises. null if there is nobody to send it to.
 */
function readMailto(uri: string): Letter | null {
  const [, path = '', query = ''] = /^mailto:([^?]*)(?:\?(.*))?$/is.exec(uri) ?? [];
  const to = decode(path.split(',')[0] as string).trim();
  if (!isMailAddress(to)) return null;
  const fields = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (!fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), decode(value));
  }
  const subject = (fields.get('subject') ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const body = (fields.get('body') ?? '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}--\n]/gv, '')
    .trim();
  return {
    to,
    subject: subject.slice(0, limits.unsubscribeChars).toWellFormed() || 'unsubscribe',
    body: body.slice(0, limits.unsubscribeChars).toWellFormed() || 'unsubscribe',
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
