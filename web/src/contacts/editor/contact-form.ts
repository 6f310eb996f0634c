// The form of a contact: its values as they are typed, what of them the service gets, and what changed elsewhere.
import type { Contact } from '../../data/types.ts';

export interface EmailRow {
  key: string;
  address: string;
  label: Contact['emails'][number]['label'];
  primary: boolean;
}

export interface PhoneRow {
  key: string;
  number: string;
  label: Contact['phones'][number]['label'];
  primary: boolean;
}

export interface AddressRow {
  key: string;
  street: string;
  postal_code: string;
  city: string;
  state: string;
  country: string;
  label: string;
}

/** A field of other programs or of the user's own. Values that are not text are shown as JSON and kept if unchanged. */
export interface CustomRow {
  key: string;
  name: string;
  value: string;
}

export interface ContactForm {
  display_name: string;
  first_name: string;
  last_name: string;
  company: string;
  job_title: string;
  emails: readonly EmailRow[];
  phones: readonly PhoneRow[];
  addresses: readonly AddressRow[];
  /** A date, `--05-10` without a year, or nothing. */
  birthday: string;
  anniversary: string;
  notes: string;
  tags: readonly string[];
  avatar_path: string | null;
  custom: readonly CustomRow[];
}

export type ContactField = Exclude<keyof ContactForm, 'custom'> | 'custom_fields';
/** The fields that the editor changes. */
export type ContactValues = Pick<Contact, ContactField>;

let serial = 0;

/** Rows are identified by a key of their own, so that the focus stays with them when they move. */
export function rowKey(): string {
  serial += 1;
  return `row-${serial}`;
}

export function emptyForm(values: { name?: string; address?: string; tag?: string } = {}): ContactForm {
  const [first = '', ...rest] = (values.name ?? '').trim().split(/\s+/u);
  return {
    display_name: values.name ?? '',
    first_name: rest.length > 0 ? first : '',
    last_name: rest.join(' '),
    company: '',
    job_title: '',
    emails: [emptyEmail(values.address)],
    phones: [emptyPhone()],
    addresses: [],
    birthday: '',
    anniversary: '',
    notes: '',
    tags: values.tag ? [values.tag] : [],
    avatar_path: null,
    custom: [],
  };
}

export function emptyEmail(address = ''): EmailRow {
  return { key: rowKey(), address, label: 'personal', primary: false };
}

export function emptyPhone(): PhoneRow {
  return { key: rowKey(), number: '', label: 'mobile', primary: false };
}

export function emptyAddress(): AddressRow {
  return { key: rowKey(), street: '', postal_code: '', city: '', state: '', country: '', label: 'home' };
}

export function emptyCustom(): CustomRow {
  return { key: rowKey(), name: '', value: '' };
}

export function formOf(contact: Contact): ContactForm {
  return {
    display_name: contact.display_name,
    first_name: contact.first_name ?? '',
    last_name: contact.last_name ?? '',
    company: contact.company ?? '',
    job_title: contact.job_title ?? '',
    emails: contact.emails.map((one) => ({ ...one, key: rowKey() })),
    phones: contact.phones.map((one) => ({ ...one, key: rowKey() })),
    addresses: contact.addresses.map((one) => ({ ...withoutNull(one), key: rowKey() })),
    birthday: contact.birthday ?? '',
    anniversary: contact.anniversary ?? '',
    notes: contact.notes ?? '',
    tags: contact.tags,
    avatar_path: contact.avatar_path,
    custom: Object.entries(contact.custom_fields ?? {}).map(([name, value]) => ({
      key: rowKey(),
      name,
      value: customText(value),
    })),
  };
}

/** What the service gets. Rows without a value are left out. `base` is the contact before the form was opened. */
export function valuesOf(form: ContactForm, base?: Contact): ContactValues {
  return {
    display_name: form.display_name.trim(),
    first_name: textOrNull(form.first_name),
    last_name: textOrNull(form.last_name),
    company: textOrNull(form.company),
    job_title: textOrNull(form.job_title),
    emails: form.emails
      .filter(({ address }) => address.trim() !== '')
      .map(({ address, label, primary }) => ({ address: address.trim(), label, primary })),
    phones: form.phones
      .filter(({ number }) => number.trim() !== '')
      .map(({ number, label, primary }) => ({ number: number.trim(), label, primary })),
    addresses: form.addresses.map(addressValues).filter(({ label: _, ...lines }) => Object.values(lines).some(Boolean)),
    birthday: form.birthday || null,
    anniversary: form.anniversary || null,
    notes: form.notes.trim() === '' ? null : form.notes,
    tags: [...form.tags],
    avatar_path: form.avatar_path,
    custom_fields: customValues(form.custom, base?.custom_fields ?? null),
  };
}

/** The fields whose values differ. */
export function changedFields(before: ContactValues, after: ContactValues): ContactField[] {
  return (Object.keys(after) as ContactField[]).filter(
    (field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]),
  );
}

function customText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function customValues(rows: readonly CustomRow[], before: Contact['custom_fields']): Record<string, unknown> | null {
  const entries = rows
    .filter(({ name, value }) => name.trim() !== '' && value !== '')
    .map(({ name, value }) => {
      const known = before?.[name.trim()];
      // A number or a list of another program stays one, unless it was edited.
      return [name.trim(), known !== undefined && customText(known) === value ? known : value] as const;
    });
  if (entries.length === 0) return before && Object.keys(before).length === 0 ? before : null;
  return Object.fromEntries(entries);
}

function addressValues(row: AddressRow) {
  const { street, city, state, postal_code, country, label } = row;
  return {
    street: textOrNull(street),
    city: textOrNull(city),
    state: textOrNull(state),
    postal_code: textOrNull(postal_code),
    country: textOrNull(country),
    label: textOrNull(label),
  };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function withoutNull<T extends Record<string, string | null>>(record: T): { [K in keyof T]: string } {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value ?? ''])) as {
    [K in keyof T]: string;
  };
}
