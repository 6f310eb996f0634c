// Merges a form with changes that were made elsewhere while it was open.
import type { Contact } from '../../data/types.ts';
import {
  type ContactField,
  type ContactForm,
  type ContactValues,
  changedFields,
  formOf,
  valuesOf,
} from './contact-form.ts';

export interface Conflict {
  current: Contact;
  /** Changed here and elsewhere. */
  fields: readonly ContactField[];
}

export interface FormChanges {
  /** What the form began with. */
  base: ContactValues;
  mine: ContactValues;
  form: ContactForm;
  /** The contact as it is now. */
  current: Contact;
}

/** What was changed elsewhere is added to the form, except in fields that were changed here too. */
export function mergeForms({ base, mine, form, current }: FormChanges): {
  form: ContactForm;
  conflicts: ContactField[];
} {
  const theirForm = formOf(current);
  const theirs = valuesOf(theirForm, current);
  const changedThere = changedFields(base, theirs);
  const changedHere = new Set(changedFields(base, mine));
  const differing = new Set(changedFields(theirs, mine));
  const taken = changedThere.filter((field) => !changedHere.has(field));
  return {
    form: taken.reduce((merged, field) => withField(merged, theirForm, field), form),
    conflicts: changedThere.filter((field) => changedHere.has(field) && differing.has(field)),
  };
}

/** The form with one field of another. */
export function withField(form: ContactForm, from: ContactForm, field: ContactField): ContactForm {
  const name = field === 'custom_fields' ? 'custom' : field;
  return { ...form, [name]: from[name] };
}
