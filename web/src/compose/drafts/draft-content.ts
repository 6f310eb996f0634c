// What a composer edits, and how it becomes the fields of a draft of the service and back.
import type { Email, Identity } from '../../data/types.ts';
import type { Recipient } from '../../words/address-list.ts';
import { type DraftBody, joinBody, splitBody } from './draft-body.ts';
import type { DraftFields, FieldName } from './draft-fields.ts';

export interface DraftAttachment {
  /** Missing if the service has no file of it, which it can then not send. */
  file_id?: string | undefined;
  filename: string;
  mime: string | null;
  size: number | null;
}

export type ComposeMode = 'rich' | 'plain';

export interface DraftContent {
  account_id: string | null;
  identity_id: string | null;
  to: readonly Recipient[];
  cc: readonly Recipient[];
  bcc: readonly Recipient[];
  subject: string;
  mode: ComposeMode;
  body: DraftBody;
  attachments: readonly DraftAttachment[];
}

export function fieldsOf(content: DraftContent): DraftFields {
  const { account_id, identity_id, to, cc, bcc, subject, mode, body, attachments } = content;
  const list = (recipients: readonly Recipient[]) => recipients.map(({ address, name }) => ({ address, name }));
  return {
    sender: { ...(account_id && { account_id }), ...(identity_id && { identity_id }) },
    to: { to_addresses: list(to) },
    cc: { cc_addresses: list(cc) },
    bcc: { bcc_addresses: list(bcc) },
    subject: { subject: subject.trim() === '' ? null : subject },
    body: { ...joinBody(body, mode) },
    attachments: { attachments: attachments.flatMap(({ file_id }) => file_id ?? []) },
  };
}

/** The content of a draft of the service. */
export function contentOf(email: Email, identities: readonly Identity[]): DraftContent {
  const signatures = identities.flatMap(({ signature_plain }) => signature_plain ?? []);
  return {
    account_id: email.account_id,
    identity_id: identityOf(email, identities)?.id ?? null,
    to: email.to_addresses,
    cc: email.cc_addresses,
    bcc: email.bcc_addresses,
    subject: email.subject ?? '',
    mode: email.body_html ? 'rich' : 'plain',
    body: splitBody(email, signatures),
    attachments: email.attachments.map(({ file_id, filename, mime, size }) => ({ file_id, filename, mime, size })),
  };
}

/** An email does not name its identity; it is the one with its account, address and name. */
export function identityOf(email: Email, identities: readonly Identity[]): Identity | undefined {
  const same = identities.filter(
    ({ account_id, address }) => account_id === email.account_id && address === email.from_address,
  );
  return same.find(({ name }) => name === email.from_name) ?? same[0];
}

/** The content with these parts of another one. */
export function withParts(content: DraftContent, other: DraftContent, names: readonly FieldName[]): DraftContent {
  const result = { ...content };
  for (const name of names)
    if (name === 'sender') Object.assign(result, { account_id: other.account_id, identity_id: other.identity_id });
    else if (name === 'body') Object.assign(result, { body: other.body, mode: other.mode });
    else Object.assign(result, { [name]: other[name] });
  return result;
}
