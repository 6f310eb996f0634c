// The state of the editor: what is typed, what it began with, errors, and conflicts with changes made elsewhere. What
// is typed is also kept in the browser until it is saved, so that a crash or a reload loses nothing.
import { useEffect, useMemo, useRef, useState } from 'react';
import { readValue, removeValue, writeValue } from '../../data/storage/storage.ts';
import type { Contact } from '../../data/types.ts';
import { words } from '../../words/words.ts';
import type { EditorRequest } from '../editor-store.ts';
import { type ContactField, type ContactForm, changedFields, emptyForm, formOf, valuesOf } from './contact-form.ts';
import { isDayOfLife } from './day-of-life.ts';
import { type Conflict, mergeForms, withField } from './merge-forms.ts';
import { ContactSaver, type SaveResult } from './save-contact.ts';
import { type RestoredForm, restoreForm, type StoredForm } from './stored-form.ts';

export interface ContactFormState {
  form: ContactForm;
  base: Contact | undefined;
  isDirty: boolean;
  isSaving: boolean;
  isRestored: boolean;
  errors: ReadonlyMap<string, string>;
  /** Why it was not saved, if that is not the fault of a field. */
  failure: string;
  isGone: boolean;
  conflict: Conflict | null;
  change: (values: Partial<ContactForm>) => void;
  /** Takes the value of a field from the other change. */
  takeTheirs: (field: ContactField) => void;
  /** Begins again with what is stored. */
  reset: () => void;
  /** Forgets what was typed. */
  discard: () => void;
  /** Resolves with the saved contact; undefined if it was not saved. */
  save: () => Promise<Contact | undefined>;
}

const NO_ERRORS: ReadonlyMap<string, string> = new Map();

export function useContactForm(request: EditorRequest): ContactFormState {
  const [base, setBase] = useState(request.contact);
  const initial = useMemo(() => (base ? formOf(base) : emptyForm(request.values)), [base, request.values]);
  const [form, setForm] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const [result, setResult] = useState<SaveResult | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const saver = useRef<ContactSaver>(null);
  saver.current ??= new ContactSaver();
  const baseValues = valuesOf(initial, base);
  const values = valuesOf(form, base);
  const isDirty = changedFields(baseValues, values).length > 0;
  const stored = useStoredForm(request, { base, form }, isDirty, (restored) => {
    setBase(restored.base);
    setForm(restored.form);
    setConflict(restored.conflict);
  });

  const merge = (current: Contact) => {
    const merged = mergeForms({ base: baseValues, mine: values, form, current });
    setBase(current);
    setForm(merged.form);
    setConflict({ current, fields: merged.conflicts });
  };
  const save = async (): Promise<Contact | undefined> => {
    const errors = errorsOf(form);
    if (errors.size > 0) {
      setResult({ kind: 'invalid', errors });
      return undefined;
    }
    setSaving(true);
    const isNew = !base || result?.kind === 'gone';
    const outcome = await saver.current?.save(values, isNew ? undefined : { contact: base, values: baseValues });
    setSaving(false);
    setResult(outcome ?? null);
    if (outcome?.kind === 'conflict') merge(outcome.current);
    if (outcome?.kind !== 'saved') return undefined;
    stored.forget();
    return outcome.contact;
  };
  return {
    form,
    base,
    isDirty,
    isSaving,
    isRestored: stored.isRestored,
    errors: result?.kind === 'invalid' ? result.errors : NO_ERRORS,
    failure: result?.kind === 'failed' ? result.reason : '',
    isGone: result?.kind === 'gone',
    conflict,
    change: (changes) => setForm((before) => ({ ...before, ...changes })),
    takeTheirs: (field) => {
      if (!conflict) return;
      setForm((before) => withField(before, formOf(conflict.current), field));
      setConflict({ ...conflict, fields: conflict.fields.filter((one) => one !== field) });
    },
    reset: () => {
      stored.forget();
      setForm(initial);
    },
    discard: stored.forget,
    save,
  };
}

/** What can be known to be wrong before it is sent. */
function errorsOf({ display_name, birthday, anniversary }: ContactForm): ReadonlyMap<string, string> {
  const { nameMissing, notADate } = words().contacts.editor;
  const errors = new Map<string, string>();
  if (display_name.trim() === '') errors.set('display_name', nameMissing);
  for (const [field, day] of Object.entries({ birthday, anniversary }))
    if (day !== '' && !isDayOfLife(day)) errors.set(field, notADate);
  return errors;
}

/** Keeps what is typed in the browser, with the contact as it was, and restores what an earlier visit has left. */
function useStoredForm(
  request: EditorRequest,
  { base, form }: StoredForm,
  isDirty: boolean,
  restore: (restored: RestoredForm) => void,
): { isRestored: boolean; forget: () => void } {
  const key = `contact-form/${request.contact?.id ?? 'new'}`;
  const [isRestored, setRestored] = useState(false);
  const isReady = useRef(false);
  const isForgotten = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the editor opens.
  useEffect(() => {
    void readValue<StoredForm>('values', key).then((kept) => {
      if (kept) {
        restore(restoreForm(kept, request.contact));
        setRestored(true);
      }
      isReady.current = true;
    });
  }, []);
  useEffect(() => {
    if (!isReady.current || isForgotten.current) return;
    if (isDirty) void writeValue('values', key, { base, form });
    else void removeValue('values', key);
  }, [key, base, form, isDirty]);
  const forget = () => {
    setRestored(false);
    isForgotten.current = true;
    void removeValue('values', key);
  };
  return { isRestored, forget };
}
