// What a mail to be sent is made of: the fields that send and drafts take, and the account it goes through.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { hasAttachments } from '../resources/email.ts';
import {
  addresses,
  datetime,
  defaulting,
  type Field,
  type Fields,
  flag,
  nullable,
  type Reading,
  required,
  text,
  uuid,
} from '../resources/kinds.ts';
import { type Account, allAccounts, defaultAccount, findAccount } from '../store/accounts.ts';
import type { Tx } from '../store/store.ts';
import { type Address, parseAddresses } from '../values/addresses.ts';
import { Type } from '../values/schema.ts';
import { attachFiles } from './attachments.ts';
import { type Reader, readFields } from './reading.ts';

const accountId = nullable(
  uuid({ about: 'The account to send from; the default account when not given.', example: null }),
);

/** One line that goes into a header: no line breaks or other control characters (they could smuggle a header in). */
function headerText(max: number, about: string, example: string | null, min = 0): Field<string> {
  const read = (value: string, field: string, reading: Reading) => {
    if (/\p{Cc}/u.test(value)) reading.fault(field, 'control', `${field} must be one line without control characters.`);
    return value;
  };
  return { ...text(max, { about, example, min }), read };
}

/** Ids of files of ours; `readOutgoing` looks them up. */
function fileIds(): Field<string[]> {
  return {
    schema: Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: limits.attachments,
      description: 'Ids of stored files.',
      examples: [[]],
    }),
  };
}

/** The given values, with the files in place of their ids. */
export async function readOutgoing(
  tx: Tx,
  fields: Fields,
  body: unknown,
  reader: Reader,
  options?: { partial: boolean },
): Promise<Record<string, unknown>> {
  const values = readFields(fields, body, reader, options);
  if (!Array.isArray(values.attachments) || reader.faults.length > 0) return values;
  const attachments = await attachFiles(tx, values.attachments as string[], 'attachments', reader);
  return { ...values, attachments, has_attachments: hasAttachments(attachments) };
}

/** An address list as people type it: `Bob <b@x.org>, c@y.org`. Half an address is kept: a draft is work in progress. */
function typedAddresses(about: string, example: string | null): Field<Address[]> {
  const read = (value: string, field: string, reading: Reading) => {
    const list = parseAddresses(value, limits.addresses);
    if (/[\p{Cc}--[\n\t]]/v.test(value))
      reading.fault(field, 'control', `${field} must not contain control characters.`);
    if (list.length > limits.addresses)
      reading.fault(field, 'maxItems', `${field} must have at most ${limits.addresses} addresses.`);
    for (const one of list.slice(0, limits.addresses)) checkTyped(one, field, reading);
    return list;
  };
  return { schema: text(limits.typedAddressChars, { about, example }).schema, read };
}

function checkTyped({ address, name }: Address, field: string, reading: Reading): void {
  if (!address.includes('@')) {
    const message = `${field} has ${JSON.stringify(address.slice(0, 80))}, which is not a mail address. Separate addresses by commas, as in bob@example.org, Ann <ann@example.org>, and put a name that has commas in quotes: "Lee, Ann" <ann@example.org>.`;
    reading.fault(field, 'address', message);
  } else if (address.length > limits.lineChars || (name?.length ?? 0) > limits.nameChars) {
    const message = `${field} has an address of more than ${limits.lineChars} characters, or a name of more than ${limits.nameChars}.`;
    reading.fault(field, 'maxLength', message);
  }
}

const content = {
  subject: nullable(headerText(limits.lineChars, 'The subject.', 'The lease')),
  body_plain: nullable(text(limits.mailBodyChars, { example: 'Hello Bob, the lease is attached. Ann' })),
  body_html: nullable(text(limits.mailBodyChars, { example: null })),
  in_reply_to: nullable(headerText(limits.lineChars, 'Message-ID of the email replied to.', null, 1)),
  attachments: defaulting(fileIds(), []),
};

export const sendFields = {
  account_id: accountId,
  to_addresses: required(addresses({ deliverable: true, min: 1 })),
  cc_addresses: defaulting(addresses({ deliverable: true, example: [] }), []),
  bcc_addresses: defaulting(addresses({ deliverable: true, example: [] }), []),
  ...content,
  read_receipt_requested: defaulting(flag(), false),
  // An example that is sent by mistake must not leave at once.
  scheduled_at: nullable(datetime({ about: 'Send it then instead of now.', example: '2099-12-31T09:00:00Z' })),
};

export const draftFields = {
  account_id: accountId,
  to: nullable(typedAddresses('Recipients as typed.', 'Bob <bob@example.org>')),
  cc: nullable(typedAddresses('Copies, as typed.', null)),
  bcc: nullable(typedAddresses('Blind copies, as typed.', null)),
  ...content,
};

/** The account that can send now, as the specification asks of POST /emails/send. */
export async function usableAccount(tx: Tx, id: string | null | undefined): Promise<Account> {
  const account = id ? await findAccount(tx, id) : await defaultAccount(tx);
  if (!id && !account)
    throw new AppError(
      'NO_DEFAULT_ACCOUNT',
      'No account_id was given and there is no default email account; add an account first.',
    );
  if (account?.status !== 'connected')
    throw new AppError(
      'ACCOUNT_NOT_CONNECTED',
      account ? await whyNot(tx, account) : `There is no email account ${id}.`,
    );
  return account;
}

async function whyNot(tx: Tx, { id, address }: Account): Promise<string> {
  const detail = (await allAccounts(tx)).find((one) => one.id === id)?.status_detail;
  const cause = detail?.replace(/[.!?]?\s*$/, '.') ?? 'its SMTP server has not been tested.';
  return `No mail can be sent from ${address} now: ${cause} Try it again with POST /email-accounts/${id}/test once that is put right.`;
}

/** Whom a draft is from: nobody yet, where there is no account. */
export async function draftSender(
  tx: Tx,
  id: string | null | undefined,
): Promise<{ account_id: string | null; from_address: string | null; from_name: string | null }> {
  const account = id ? await findAccount(tx, id) : await defaultAccount(tx);
  return {
    account_id: account?.id ?? id ?? null,
    from_address: account?.address ?? null,
    from_name: account?.fromName ?? null,
  };
}
