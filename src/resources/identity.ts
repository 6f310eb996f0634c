// Identities of an email account: under which name and address its mail is sent, where replies go, and the signature.
import { limits } from '../limits.ts';
import { isMailAddress } from '../values/addresses.ts';
import { defaulting, type Field, type FieldContext, flag, nullable, required, text, uuid } from './fields.ts';
import { declare, type PlainRecordOf } from './resource.ts';

function mailAddress(about: string, example: string | null): Field<string> {
  const read = (value: string, field: string, context: FieldContext) => {
    if (!isMailAddress(value) || !value.isWellFormed()) {
      const shown = JSON.stringify(value.slice(0, 80));
      context.fault(field, 'address', `${field} must be one mail address such as ann@example.org, not ${shown}.`);
    }
    return value;
  };
  return { ...text(limits.lineChars, { min: 1, about, example }), read };
}

const name: Field<string> = {
  ...text(limits.nameChars, { min: 1, about: 'The sender name; null is that of the account.', example: 'Ann Lee' }),
  read(value: string, field: string, context: FieldContext) {
    if (/[\p{Cc}\p{Cs}]/u.test(value))
      context.fault(field, 'control', `${field} must be one line without control characters.`);
    return value;
  },
};

const fields = {
  account_id: required(
    uuid({ about: 'The email account; it cannot be changed.', example: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10' }),
  ),
  name: nullable(name),
  address: mailAddress(
    'The sender address; that of the account when not given, which it then follows.',
    'ann@example.org',
  ),
  reply_to: nullable(mailAddress('Where replies are to go, if not to the address.', null)),
  signature_plain: nullable(text(limits.signatureChars, { example: 'Ann Lee' })),
  signature_html: nullable(text(limits.signatureChars, { example: '<p>Ann Lee</p>' })),
  is_default: defaulting(flag({ about: 'Mail of the account is sent with it unless another is named.' }), false),
};

export type IdentityRecord = PlainRecordOf<typeof fields>;

export const identity = declare({
  name: 'identity',
  path: 'identities',
  scope: 'accounts',
  fields,
  patchable: ['name', 'address', 'reply_to', 'signature_plain', 'signature_html', 'is_default'],
  columns: { account_id: 'exact', is_default: 'flag' },
  list: {
    sorts: ['created_at'],
    order: 'asc',
    range: null,
    filters: {
      account_id: { type: 'equals', column: 'account_id', uuid: true, about: 'Only identities of this account.' },
    },
    counted: [],
  },
  origin: false,
  trash: null,
  ownRoutes: true,
});
