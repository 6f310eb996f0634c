// Merges a form with changes that were made elsewhere while it was open.
import { mergeFields } from '../../data/changes/merge-fields.ts';
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
  const { taken, conflicts } = mergeFields({
    here: changedFields(base, mine),
    elsewhere: changedFields(base, theirs),
    differing: changedFields(theirs, mine),
  });
  return { form: taken.reduce((merged, field) => withField(merged, theirForm, field), form), conflicts };
}

/** The form with one field of another. */
export function withField(form: ContactForm, from: ContactForm, field: ContactField): ContactForm {
  const name = field === 'custom_fields' ? 'custom' : field;
  return { ...form, [name]: from[name] };
}
