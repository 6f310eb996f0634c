// The input of send and drafts: their fields, and the account that the mail is sent from.
import { limits } from '../limits.ts';
import { type Validator, validateFields } from '../records/validate.ts';
import { hasAttachments } from '../resources/email.ts';
import {
  addresses,
  datetime,
  defaulting,
  type Field,
  type FieldContext,
  type Fields,
  flag,
  nullable,
  required,
  text,
  uuid,
} from '../resources/fields.ts';
import { holdSeconds } from '../resources/settings.ts';
import type { Tx } from '../store/port.ts';
import { type Address, parseAddresses } from '../values/addresses.ts';
import { Type } from '../values/schema.ts';
import { attachFiles } from './attachments.ts';

const identityId = nullable(
  uuid({ about: 'The identity to send with; the default one of the account when not given.', example: null }),
);
const accountId = nullable(
  uuid({ about: 'The account to send from; the default account when not given.', example: null }),
);

/** One line that goes into a header: no line breaks or other control characters, which could inject a header. */
function headerText(max: number, about: string, example: string | null, min = 0): Field<string> {
  const read = (value: string, field: string, context: FieldContext) => {
    if (/\p{Cc}/u.test(value)) context.fault(field, 'control', `${field} must be one line without control characters.`);
    return value;
  };
  return { ...text(max, { about, example, min }), read };
}

/** Ids of stored files; `readOutgoing` looks them up. */
function fileIds(): Field<string[]> {
  return {
    schema: Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: limits.attachments,
      description: 'Ids of stored files.',
      examples: [[]],
    }),
  };
}

/** The values of the request, with the files in place of their ids. */
export async function readOutgoing(
  tx: Tx,
  fields: Fields,
  body: unknown,
  validator: Validator,
  options?: { partial: boolean },
): Promise<Record<string, unknown>> {
  const values = validateFields(fields, body, validator, options);
  if (!Array.isArray(values.attachments) || validator.faults.length > 0) return values;
  const attachments = await attachFiles(tx, values.attachments as string[], 'attachments', validator);
  return { ...values, attachments, has_attachments: hasAttachments(attachments) };
}

/**
 * An address list as people type it: `Bob <b@x.org>, c@y.org`. Half an address is kept: a draft is work in progress.
 */
function typedAddresses(about: string, example: string | null): Field<Address[]> {
  const read = (value: string, field: string, context: FieldContext) => {
    const list = parseAddresses(value, limits.addresses);
    if (/[\p{Cc}--[\n\t]]/v.test(value))
      context.fault(field, 'control', `${field} must not contain control characters.`);
    if (list.length > limits.addresses)
      context.fault(field, 'maxItems', `${field} must have at most ${limits.addresses} addresses.`);
    for (const one of list.slice(0, limits.addresses)) checkTyped(one, field, context);
    return list;
  };
  return { schema: text(limits.typedAddressChars, { about, example }).schema, read };
}

function checkTyped({ address, name }: Address, field: string, context: FieldContext): void {
  if (!address.includes('@')) {
    const message = `${field} has ${JSON.stringify(address.slice(0, 80))}, which is not a mail address. Separate addresses by commas, as in bob@example.org, Ann <ann@example.org>, and put a name that has commas in quotes: "Lee, Ann" <ann@example.org>.`;
    context.fault(field, 'address', message);
  } else if (address.length > limits.lineChars || (name?.length ?? 0) > limits.nameChars) {
    const message = `${field} has an address of more than ${limits.lineChars} characters, or a name of more than ${limits.nameChars}.`;
    context.fault(field, 'maxLength', message);
  }
}

const content = {
  subject: nullable(headerText(limits.lineChars, 'The subject.', 'The lease')),
  body_plain: nullable(text(limits.mailBodyChars, { example: 'Hello Bob, the lease is attached. Ann' })),
  body_html: nullable(text(limits.mailBodyChars, { example: null })),
  in_reply_to: nullable(headerText(limits.lineChars, 'Message-ID of the email replied to.', null, 1)),
  attachments: defaulting(fileIds(), []),
};

const AT = 'Send it then instead of now.';
const HOLD =
  'Send it after this many seconds, until which it can be cancelled; 0 sends at once. When neither this nor scheduled_at is given, the setting hold_seconds applies.';

/** When a mail is to be sent. */
export const sendTimeFields = {
  scheduled_at: nullable(datetime({ about: AT, example: null })),
  hold_seconds: nullable(holdSeconds(HOLD, 10)),
};

export const sendFields = {
  account_id: accountId,
  identity_id: identityId,
  to_addresses: required(addresses({ deliverable: true, min: 1 })),
  cc_addresses: defaulting(addresses({ deliverable: true, example: [] }), []),
  bcc_addresses: defaulting(addresses({ deliverable: true, example: [] }), []),
  ...content,
  read_receipt_requested: defaulting(flag(), false),
  // An example that is sent by mistake must not be delivered immediately.
  scheduled_at: nullable(datetime({ about: AT, example: '2099-12-31T09:00:00Z' })),
  hold_seconds: nullable(holdSeconds(HOLD, null)),
};

export const draftFields = {
  account_id: accountId,
  identity_id: identityId,
  to: nullable(typedAddresses('Recipients as typed.', 'Bob <bob@example.org>')),
  cc: nullable(typedAddresses('Copies, as typed.', null)),
  bcc: nullable(typedAddresses('Blind copies, as typed.', null)),
  to_addresses: nullable(addresses({ about: 'Recipients as a list, instead of to.', example: null })),
  cc_addresses: nullable(addresses({ about: 'Copies as a list, instead of cc.', example: null })),
  bcc_addresses: nullable(addresses({ about: 'Blind copies as a list, instead of bcc.', example: null })),
  ...content,
};
