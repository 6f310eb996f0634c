// Contacts: the address book.
import { limits } from '../limits.ts';
import { Type } from '../values/schema.ts';
import { dayOfLife } from './date-fields.ts';
import { custom, defaulting, type FieldContext, items, nullable, tags, text } from './fields.ts';
import { declare, type RecordOf } from './resource.ts';

interface ContactEmail {
  address: string;
  label: 'work' | 'personal' | 'other';
  primary: boolean;
}

interface ContactPhone {
  number: string;
  label: 'mobile' | 'work' | 'home' | 'other';
  primary: boolean;
}

interface PostalAddress {
  street: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
  label: string | null;
}

const label = (values: string[]) => ({ type: 'string', enum: values, default: 'other' });
const primary = Type.Boolean({ default: false });
const line = () => ({ type: ['string', 'null'], maxLength: limits.nameChars, default: null });

const contactEmail = {
  address: Type.String({ minLength: 1, maxLength: limits.lineChars }),
  label: label(['work', 'personal', 'other']),
  primary,
};
const contactPhone = {
  number: Type.String({ minLength: 1, maxLength: limits.shortChars }),
  label: label(['mobile', 'work', 'home', 'other']),
  primary,
};
const postalAddress = {
  street: line(),
  city: line(),
  state: line(),
  postal_code: line(),
  country: line(),
  label: line(),
};

const fields = {
  display_name: {
    ...text(limits.nameChars, {
      min: 1,
      about: 'Made from first_name and last_name when not given.',
      example: 'Ann Lee',
    }),
    read: visibleName,
  },
  first_name: nullable(text(limits.nameChars, { example: 'Ann' })),
  last_name: nullable(text(limits.nameChars, { example: 'Lee' })),
  emails: defaulting(
    items<ContactEmail>(contactEmail, ['address'], limits.contactItems, {
      example: [{ address: 'ann@example.org', label: 'work', primary: true }],
    }),
    [],
  ),
  phones: defaulting(
    items<ContactPhone>(contactPhone, ['number'], limits.contactItems, {
      example: [{ number: '+49 30 5550123', label: 'mobile', primary: true }],
    }),
    [],
  ),
  company: nullable(text(limits.nameChars, { example: 'Harbour Press' })),
  job_title: nullable(text(limits.nameChars, { example: 'Editor' })),
  addresses: defaulting(
    items<PostalAddress>(postalAddress, [], limits.contactItems, {
      example: [
        { street: '12 Harbour Street', city: 'Kiel', state: null, postal_code: '24103', country: 'DE', label: 'work' },
      ],
    }),
    [],
  ),
  birthday: nullable(dayOfLife('Date of birth', '1980-05-10')),
  anniversary: nullable(dayOfLife('Day of the wedding or of another anniversary', '--06-21')),
  notes: nullable(text(limits.noteChars, { example: 'Met at the book fair.' })),
  avatar_path: nullable(
    text(limits.pathChars, { about: 'The client’s own path; stored, never opened.', example: null }),
  ),
  tags: defaulting(tags({ example: ['friends'] }), []),
  custom_fields: nullable(custom()),
};

function visibleName(value: string, field: string, context: FieldContext): string {
  if (value.trim() === '')
    context.fault(
      field,
      'blank',
      `${field} must not be blank; leave it out of a new contact to have it made from first_name and last_name.`,
    );
  return value;
}

export type Contact = RecordOf<typeof fields>;

export const contact = declare({
  name: 'contact',
  path: 'contacts',
  fields,
  tags: 'tags',
  columns: { display_name: 'key', company: 'key', company_folded: 'folded', birthday: 'exact', anniversary: 'exact' },
  list: {
    sorts: ['display_name', 'created_at', 'updated_at', 'company'],
    order: 'asc',
    range: null,
    filters: {
      tag: {
        type: 'tagged',
        column: 'tags',
        repeatable: true,
        about: 'Only contacts with this tag; repeated, with all of them.',
      },
      company: {
        type: 'contains',
        column: 'company_folded',
        maxChars: limits.nameChars,
        about: 'Part of the company’s name, in any case.',
      },
      source: { type: 'equals', column: 'source', about: 'Only contacts of this origin.' },
    },
    counted: ['source'],
    usual: { source: 'local' },
    indexes: [
      { sort: 'display_name' },
      { sort: 'display_name', equals: ['source'] },
      { sort: 'display_name', trashed: true },
      { sort: 'created_at' },
      { sort: 'updated_at' },
      { sort: 'company' },
    ],
  },
  search: {
    words: ['display_name', 'first_name', 'last_name', 'emails.address', 'phones.number', 'company', 'notes'],
    html: [],
    digits: ['phones.number'],
    further: [
      'job_title',
      'addresses.street',
      'addresses.city',
      'addresses.state',
      'addresses.postal_code',
      'addresses.country',
    ],
  },
  actions: ['task_updated'],
  settle(record, _given, isNew, context) {
    if (isNew)
      record.display_name ??=
        [record.first_name, record.last_name].filter(Boolean).join(' ').trim() || (undefined as never);
    if (!record.display_name) {
      context.fault(
        'display_name',
        'required',
        'display_name is required, or first_name or last_name to make it from.',
      );
    }
  },
});
