// Leaving a mailing list, when a request asks for it and never otherwise: by one click (RFC 8058), or by a mail to the
// address that the list names (RFC 2369). A page can only be opened by a person.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { asEmail, type Email, email } from '../resources/email.ts';
import type { EmailList } from '../resources/email-facts.ts';
import { choice } from '../resources/kinds.ts';
import { findAccount } from '../store/accounts.ts';
import type { Stored } from '../store/rows.ts';
import type { Store, Tx } from '../store/store.ts';
import { isMailAddress } from '../values/addresses.ts';
import { formatTime } from '../values/time.ts';
import { newReader, readFields } from './reading.ts';
import { type Context, change, find, get } from './records.ts';
import { sendNew } from './sending.ts';
import type { Unsubscriber } from './tools.ts';

const WAYS = ['one_click', 'mail'] as const;
type Way = (typeof WAYS)[number];

export const unsubscribeFields = {
  via: choice(WAYS, 'The way to use; when not given, one_click where the list has it, else mail.', 'one_click'),
};

/** Uses a way that the list names. A list that was left already is left again only where the way is given. */
export async function unsubscribe(
  store: Store,
  user: number,
  unsubscriber: Unsubscriber,
  id: string,
  body: unknown,
  context: Context,
): Promise<Stored> {
  const reader = newReader(context.timezone);
  const { via } = readFields(unsubscribeFields, body ?? {}, reader, { partial: true }) as { via?: Way };
  reader.finish();
  const mail = asEmail(JSON.parse((await get(store, user, email, id)).text));
  if (mail.list?.unsubscribed_at && via === undefined) return store.write(user, (tx) => note(tx, mail.id, false));
  const way = wayOf(mail, via);
  if (way === 'one_click') {
    await unsubscriber.oneClick(mail.list?.unsubscribe?.url as string);
    return store.write(user, (tx) => note(tx, mail.id, true));
  }
  return store.write(user, async (tx) => {
    await sendNew(tx, await letterOf(tx, mail), context);
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
  return change(tx, email, before, values, newReader('UTC'));
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
 * header fields are left out, as section 7 advises. null where there is nobody to send it to.
 */
function readMailto(uri: string): Letter | null {
  const [, path = '', query = ''] = /^mailto:([^?]*)(?:\?(.*))?$/is.exec(uri) ?? [];
  const to = decode(path.split(',')[0] as string).trim();
  if (!isMailAddress(to)) return null;
  const given = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (!given.has(name.toLowerCase())) given.set(name.toLowerCase(), decode(value));
  }
  const subject = (given.get('subject') ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const body = (given.get('body') ?? '')
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
