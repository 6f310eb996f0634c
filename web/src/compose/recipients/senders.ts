// Who a mail can be from: the identities of the accounts, or an account itself if it has none. Each has its signature.
import { collection } from '../../data/live/live.ts';
import type { Account, Identity } from '../../data/types.ts';
import type { Text } from '../drafts/draft-body.ts';
import type { DraftContent } from '../drafts/draft-content.ts';

export interface Sender {
  account_id: string;
  identity_id: string | null;
  address: string;
  name: string | null;
  signature: Text | null;
}

/** Without an account, mail waits in the outbox. */
export function hasAccount(): boolean {
  return collection('accounts').values().length > 0;
}

/** The possible senders, the default one first. */
export function sendersOf(accounts: readonly Account[], identities: readonly Identity[]): Sender[] {
  const ordered = [...accounts].sort((one, other) => Number(other.is_default) - Number(one.is_default));
  return ordered.flatMap((account): Sender[] => {
    const own = identities
      .filter(({ account_id }) => account_id === account.id)
      .sort((one, other) => Number(other.is_default) - Number(one.is_default));
    if (own.length > 0) return own.map((identity) => identitySender(account, identity));
    const { id, address, from_name } = account;
    return [{ account_id: id, identity_id: null, address, name: from_name, signature: null }];
  });
}

function identitySender(
  account: Account,
  { id, account_id, address, name, signature_plain, signature_html }: Identity,
) {
  const hasSignature = signature_plain !== null && signature_plain !== '';
  return {
    account_id,
    identity_id: id,
    address,
    name: name ?? account.from_name,
    signature: hasSignature ? { plain: signature_plain, html: signature_html } : null,
  };
}

/** The sender of the content; undefined if its account does not exist any more. */
export function senderOf(
  senders: readonly Sender[],
  { account_id, identity_id }: Pick<DraftContent, 'account_id' | 'identity_id'>,
): Sender | undefined {
  const own = senders.filter((one) => one.account_id === account_id);
  return own.find((one) => one.identity_id === identity_id) ?? own[0];
}

/** The content with another sender: its signature replaces that of the earlier one, and nothing else changes. */
export function withSender(content: DraftContent, from: Sender | undefined, to: Sender): DraftContent {
  const { signature } = content.body;
  // A signature that was removed stays removed, unless the earlier sender had none.
  const isKept = signature === null && from?.signature != null;
  const body = isKept ? content.body : { ...content.body, signature: to.signature };
  return { ...content, account_id: to.account_id, identity_id: to.identity_id, body };
}
