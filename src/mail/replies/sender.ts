// Who a reply is from: the account of the mail, and the identity that the mail was addressed to.
import type { Email } from '../../resources/email.ts';
import type { IdentityRecord } from '../../resources/identity.ts';
import type { Tx } from '../../store/port.ts';
import { allAccounts } from '../../store/tables/accounts.ts';
import { identitiesOf } from '../../store/tables/personal/identities.ts';
import { personKey } from '../../values/addresses.ts';
import { draftSender, namedIdentity, type Sender, type SenderInput } from '../senders.ts';

interface Replier {
  sender: Sender;
  identity: IdentityRecord | undefined;
  /** All addresses of the user. */
  own: string[];
}

export async function replierOf(tx: Tx, mail: Email, given: SenderInput): Promise<Replier> {
  const accounts = await allAccounts(tx);
  const identities = (await identitiesOf(tx)).map(({ record }) => record);
  const candidates = [...accounts, ...identities.map(({ account_id: id, address }) => ({ id, address }))];
  const input = given.account_id || given.identity_id ? given : { account_id: accountOf(mail, candidates) ?? null };
  const named = await namedIdentity(tx, input);
  const addressed = identities.filter(({ account_id }) => account_id === input.account_id).find(isAddressed(mail));
  const sender = await draftSender(tx, { ...input, identity_id: (named ?? addressed)?.id ?? null });
  const default_ = identities.find(({ account_id, is_default }) => is_default && account_id === sender.account_id);
  const own = candidates.map(({ address }) => address);
  return { sender, identity: named ?? addressed ?? default_, own };
}

/** The account that a mail belongs to, or else one that it was sent to; undefined for the default account. */
function accountOf(mail: Email, candidates: readonly { id: string; address: string }[]): string | undefined {
  return (candidates.find(({ id }) => id === mail.account_id) ?? candidates.find(isAddressed(mail)))?.id;
}

/** Whether an address is one that the mail was sent to, or that an own mail was sent from. */
function isAddressed(mail: Email): (one: { address: string }) => boolean {
  const named = new Set([...mail.to_addresses, ...mail.cc_addresses].map(({ address }) => personKey(address)));
  const isOwn = mail.status !== 'received' && mail.from_address !== null;
  const keys = isOwn ? new Set([personKey(mail.from_address as string)]) : named;
  return ({ address }) => keys.has(personKey(address));
}
