// Sends a form: errors at their fields, other failures as a text, and the same idempotency key while the content is the
// same, so that a second press after a lost answer does not make a second record.
import { DaybookError } from 'daybook-client';
import { useRef, useState } from 'react';
import { newKey } from '../data/changes/new-key.ts';
import { reasonOf } from '../shell/reasons.ts';

export interface Submission {
  isSaving: boolean;
  /** By the name of the field, such as smtp.host. */
  errors: ReadonlyMap<string, string>;
  /** Why it was not saved, if that is not the fault of a field. */
  failure: string;
  setErrors: (errors: ReadonlyMap<string, string>) => void;
  /** Resolves with what `send` returns; undefined if it fails. */
  submit: <T>(body: unknown, send: (idempotencyKey: string) => Promise<T>) => Promise<T | undefined>;
}

const NONE: ReadonlyMap<string, string> = new Map();

export function useSubmission(): Submission {
  const [isSaving, setSaving] = useState(false);
  const [errors, setErrors] = useState(NONE);
  const [failure, setFailure] = useState('');
  const attempt = useRef({ body: '', key: '' });
  const submit: Submission['submit'] = async (body, send) => {
    const text = JSON.stringify(body);
    if (attempt.current.body !== text) attempt.current = { body: text, key: newKey() };
    setSaving(true);
    setErrors(NONE);
    setFailure('');
    try {
      return await send(attempt.current.key);
    } catch (error) {
      const found = fieldErrors(error);
      setErrors(found);
      if (found.size === 0) setFailure(reasonOf(error));
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, errors, failure, setErrors, submit };
}

/** The messages of the service by the fields that they are about. */
function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof DaybookError) || error.status !== 400) return NONE;
  const { errors = [] } = error.details as { errors?: { field: string; message: string }[] };
  return new Map(errors.map(({ field, message }) => [field, message]));
}
