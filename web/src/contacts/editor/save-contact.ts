// Saves the form of a contact. The request has a key that belongs to its content: pressing "Save" again after a lost
// answer does not add the contact twice.
import { DaybookError, etagOf } from 'daybook-client';
import { newKey } from '../../data/changes/new-key.ts';
import { daybook } from '../../data/client.ts';
import type { Contact } from '../../data/types.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { type ContactField, type ContactValues, changedFields } from './contact-form.ts';

export type SaveResult =
  | { kind: 'saved'; contact: Contact }
  /** The contact was changed by others; this is how it is now. */
  | { kind: 'conflict'; current: Contact }
  /** The contact was deleted by others. */
  | { kind: 'gone' }
  /** By the path of the field, such as `emails[0].address`. */
  | { kind: 'invalid'; errors: ReadonlyMap<string, string> }
  | { kind: 'failed'; reason: string };

interface Attempt {
  body: string;
  key: string;
}

export class ContactSaver {
  #last: Attempt | undefined;

  /** Adds the contact, or changes the fields that differ from `base`, as it was read. */
  async save(
    values: ContactValues,
    base: { contact: Contact; values: ContactValues } | undefined,
  ): Promise<SaveResult> {
    try {
      if (!base) return { kind: 'saved', contact: await this.#create(values) };
      const changes = pick(values, changedFields(base.values, values));
      if (Object.keys(changes).length === 0) return { kind: 'saved', contact: base.contact };
      const current = await withEtag(base.contact);
      if (current.updated_at !== base.contact.updated_at) return { kind: 'conflict', current };
      const options = { ifMatch: current, idempotencyKey: this.#keyFor([etagOf(current), changes]), retries: 2 };
      return { kind: 'saved', contact: await daybook.contacts.update(current.id, changes, options) };
    } catch (error) {
      return resultOf(error, base?.contact.id);
    }
  }

  #create(values: ContactValues): Promise<Contact> {
    const body = pick(
      values,
      (Object.keys(values) as ContactField[]).filter((field) => isGiven(values[field])),
    );
    return daybook.contacts.create(body, {
      idempotencyKey: this.#keyFor(body),
      retries: 2,
    });
  }

  #keyFor(content: unknown): string {
    const body = JSON.stringify(content);
    if (this.#last?.body !== body) this.#last = { body, key: newKey() };
    return this.#last.key;
  }
}

/** A contact that was read from a list, or without a connection, has no ETag: it is read again. */
async function withEtag(contact: Contact): Promise<Contact> {
  return etagOf(contact) ? contact : daybook.contacts.get(contact.id, undefined, { retries: 2 });
}

async function resultOf(error: unknown, id: string | undefined): Promise<SaveResult> {
  if (!(error instanceof DaybookError)) return { kind: 'failed', reason: reasonOf(error) };
  if (error.status === 404) return { kind: 'gone' };
  if (error.status === 412 && id) {
    try {
      return { kind: 'conflict', current: await daybook.contacts.get(id) };
    } catch (cause) {
      return cause instanceof DaybookError && cause.status === 404
        ? { kind: 'gone' }
        : { kind: 'failed', reason: reasonOf(cause) };
    }
  }
  const faults = (error.details as { errors?: { field: string; message: string }[] } | undefined)?.errors ?? [];
  if (error.status === 400 && faults.length > 0)
    return { kind: 'invalid', errors: new Map(faults.map(({ field, message }) => [field, message])) };
  return { kind: 'failed', reason: reasonOf(error) };
}

function pick(values: ContactValues, fields: readonly ContactField[]): Partial<ContactValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<ContactValues>;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}
