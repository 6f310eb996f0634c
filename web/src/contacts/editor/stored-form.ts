// A form that was left without saving, such as by a crash. It is stored with the contact as it was, so that what others
// changed since then is neither shown as changed here nor reverted.
import type { Contact } from '../../data/types.ts';
import { type ContactForm, formOf, rowKey, valuesOf } from './contact-form.ts';
import { type Conflict, mergeForms } from './merge-forms.ts';

export interface StoredForm {
  /** The contact when the form was opened; undefined for a new one. */
  base: Contact | undefined;
  form: ContactForm;
}

export interface RestoredForm extends StoredForm {
  conflict: Conflict | null;
}

/** The stored form with what has changed since then. */
export function restoreForm({ base, form: stored }: StoredForm, current: Contact | undefined): RestoredForm {
  const form = withNewKeys(stored);
  // A list that was read before the form was opened knows nothing newer.
  if (!base || !current || current.updated_at <= base.updated_at) return { base, form, conflict: null };
  const values = valuesOf(formOf(base), base);
  const merged = mergeForms({ base: values, mine: valuesOf(form, base), form, current });
  return { base: current, form: merged.form, conflict: { current, fields: merged.conflicts } };
}

/** Keys of an earlier visit would be given again to new rows. */
function withNewKeys(form: ContactForm): ContactForm {
  const renew = <Row extends { key: string }>(rows: readonly Row[]) => rows.map((row) => ({ ...row, key: rowKey() }));
  return {
    ...form,
    emails: renew(form.emails),
    phones: renew(form.phones),
    addresses: renew(form.addresses),
    custom: renew(form.custom),
  };
}
