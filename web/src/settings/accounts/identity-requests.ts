// The form of an identity, and how it is saved and removed.

import { mutate } from '../../data/changes/mutations.ts';
import { daybook } from '../../data/client.ts';
import type { Account, Identity } from '../../data/types.ts';
import { reasonOf, unlessGone } from '../../shell/reasons.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { words } from '../../words/words.ts';

export interface IdentityForm {
  account_id: string;
  name: string;
  address: string;
  reply_to: string;
  signature: string;
  is_default: boolean;
}

export function identityForm(accounts: readonly Account[], identity: Identity | undefined): IdentityForm {
  const account = accounts.find(({ is_default }) => is_default) ?? accounts[0];
  return {
    account_id: identity?.account_id ?? account?.id ?? '',
    name: identity?.name ?? '',
    address: identity?.address ?? account?.address ?? '',
    reply_to: identity?.reply_to ?? '',
    signature: identity?.signature_plain ?? '',
    is_default: identity?.is_default ?? false,
  };
}

function bodyOf({ name, address, reply_to, signature, is_default }: IdentityForm) {
  return {
    name: name.trim() || null,
    address: address.trim(),
    reply_to: reply_to.trim() || null,
    signature_plain: signature.trim() === '' ? null : signature,
    // Written as text: formatted mails show it with its line breaks.
    signature_html: null,
    ...(is_default && { is_default }),
  };
}

/** Only what differs from the identity that the form began with, so that changes made elsewhere stay. */
export function identityChanges(before: IdentityForm, after: IdentityForm): Partial<ReturnType<typeof bodyOf>> {
  const [old, next] = [bodyOf(before), bodyOf(after)];
  const changed = Object.entries(next).filter(([name, value]) => old[name as keyof typeof old] !== value);
  const hasSignature = changed.some(([name]) => name === 'signature_plain');
  return Object.fromEntries(hasSignature ? [...changed, ['signature_html', null]] : changed);
}

export async function createIdentity(form: IdentityForm, idempotencyKey: string): Promise<Identity> {
  return daybook.identities.create({ account_id: form.account_id, ...bodyOf(form) }, { idempotencyKey });
}

export async function removeIdentity({ id, address }: Identity): Promise<void> {
  const { accounts, notSaved } = words().settings;
  const { removeTitle, removeText } = accounts.identities;
  const { remove } = words().common;
  if (!(await confirm({ title: removeTitle(address), text: removeText, action: remove, danger: true }))) return;
  try {
    await mutate([{ method: 'DELETE', path: `/identities/${id}` }]).catch(unlessGone);
  } catch (error) {
    showToast({ tone: 'danger', text: notSaved(reasonOf(error)) });
  }
}
