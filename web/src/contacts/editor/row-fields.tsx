// The repeating rows of the form: email addresses, phone numbers, postal addresses and the user's own fields.
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { useWords } from '../../words/words.ts';
import {
  type AddressRow,
  type EmailRow,
  emptyAddress,
  emptyCustom,
  emptyEmail,
  emptyPhone,
  type PhoneRow,
} from './contact-form.ts';
import styles from './editor.module.css';
import { RowList } from './row-list.tsx';
import type { ContactFormState } from './use-contact-form.ts';

type Part = Pick<ContactFormState, 'form' | 'change' | 'errors'>;

const EMAIL_LABELS = ['personal', 'work', 'other'] as const satisfies readonly EmailRow['label'][];
const PHONE_LABELS = ['mobile', 'home', 'work', 'other'] as const satisfies readonly PhoneRow['label'][];

export function EmailRows({ form, change, errors }: Part) {
  const { contacts: words } = useWords();
  const { editor } = words;
  return (
    <RowList
      legend={words.emails}
      rows={form.emails}
      onRows={(emails) => change({ emails })}
      create={emptyEmail}
      addLabel={editor.addEmail}
      nameOf={editor.email}
      hasPrimary
      error={errors.get('emails')}
    >
      {(row, index, changeRow) => (
        <>
          <Field
            label={editor.email(index + 1)}
            hideLabel
            error={errors.get(`emails[${sent(form.emails, index)}].address`)}
          >
            <TextInput
              type="email"
              autoComplete="off"
              placeholder={words.emails}
              value={row.address}
              onValue={(address) => changeRow({ address })}
            />
          </Field>
          <LabelSelect value={row.label} labels={EMAIL_LABELS} onLabel={(label) => changeRow({ label })} />
        </>
      )}
    </RowList>
  );
}

export function PhoneRows({ form, change, errors }: Part) {
  const { contacts: words } = useWords();
  const { editor } = words;
  return (
    <RowList
      legend={words.phones}
      rows={form.phones}
      onRows={(phones) => change({ phones })}
      create={emptyPhone}
      addLabel={editor.addPhone}
      nameOf={editor.phone}
      hasPrimary
      error={errors.get('phones')}
    >
      {(row, index, changeRow) => (
        <>
          <Field
            label={editor.phone(index + 1)}
            hideLabel
            error={errors.get(`phones[${sentPhones(form.phones, index)}].number`)}
          >
            <TextInput
              type="tel"
              autoComplete="off"
              placeholder={words.phones}
              value={row.number}
              onValue={(number) => changeRow({ number })}
            />
          </Field>
          <LabelSelect value={row.label} labels={PHONE_LABELS} onLabel={(label) => changeRow({ label })} />
        </>
      )}
    </RowList>
  );
}

export function AddressRows({ form, change }: Part) {
  const { contacts: words } = useWords();
  const { editor } = words;
  const fields: readonly [Exclude<keyof AddressRow, 'key' | 'label'>, string][] = [
    ['street', editor.street],
    ['postal_code', editor.postalCode],
    ['city', editor.city],
    ['state', editor.state],
    ['country', editor.country],
  ];
  return (
    <RowList
      legend={words.addresses}
      rows={form.addresses}
      onRows={(addresses) => change({ addresses })}
      create={emptyAddress}
      addLabel={editor.addAddress}
      nameOf={editor.address}
    >
      {(row, index, changeRow) => (
        <div className={styles.address}>
          {fields.map(([name, label]) => (
            <Field key={name} label={`${label}, ${editor.address(index + 1)}`} hideLabel>
              <TextInput placeholder={label} value={row[name]} onValue={(value) => changeRow({ [name]: value })} />
            </Field>
          ))}
          <Field label={`${editor.label}, ${editor.address(index + 1)}`} hideLabel>
            <TextInput placeholder={editor.label} value={row.label} onValue={(label) => changeRow({ label })} />
          </Field>
        </div>
      )}
    </RowList>
  );
}

export function CustomRows({ form, change, errors }: Part) {
  const { contacts: words } = useWords();
  const { editor } = words;
  return (
    <RowList
      legend={words.others}
      rows={form.custom}
      onRows={(custom) => change({ custom })}
      create={emptyCustom}
      addLabel={editor.addField}
      nameOf={editor.field}
      error={errors.get('custom_fields')}
    >
      {(row, index, changeRow) => (
        <>
          <Field label={`${editor.key}, ${editor.field(index + 1)}`} hideLabel>
            <TextInput placeholder={editor.key} value={row.name} onValue={(name) => changeRow({ name })} />
          </Field>
          <Field label={`${editor.value}, ${editor.field(index + 1)}`} hideLabel>
            <TextInput placeholder={editor.value} value={row.value} onValue={(value) => changeRow({ value })} />
          </Field>
        </>
      )}
    </RowList>
  );
}

interface LabelSelectProps<L extends string> {
  value: L;
  labels: readonly L[];
  onLabel: (label: L) => void;
}

function LabelSelect<L extends 'work' | 'personal' | 'mobile' | 'home' | 'other'>(props: LabelSelectProps<L>) {
  const { contacts: words } = useWords();
  return (
    <Select
      aria-label={words.editor.label}
      className={styles.label}
      value={props.value}
      onValue={props.onLabel}
      options={props.labels.map((value) => ({ value, label: words.labels[value] }))}
    />
  );
}

/** The index that a row has in what is sent: rows without a value are left out. */
function sent(rows: readonly EmailRow[], index: number): number {
  return rows.slice(0, index).filter(({ address }) => address.trim() !== '').length;
}

function sentPhones(rows: readonly PhoneRow[], index: number): number {
  return rows.slice(0, index).filter(({ number }) => number.trim() !== '').length;
}
