// Changes of contacts that need no form: delete and restore, tags. Each is shown at once and can be undone.
import { etagOf } from 'daybook-client';
import { mutate } from '../data/changes/mutations.ts';
import type { PendingChange } from '../data/changes/pending.ts';
import type { Request } from '../data/changes/requests.ts';
import { changedList, type ListChange } from '../data/live/list-change.ts';
import type { Contact } from '../data/types.ts';
import { goTo } from '../shell/navigation/navigation-state.ts';
import { offerUndo, withdrawUndo } from '../shell/undo.ts';
import { showToast } from '../ui/feedback/toast.ts';
import { words } from '../words/words.ts';
import { changedFields, formOf, valuesOf } from './editor/contact-form.ts';

const LIST = '/contacts';

export async function deleteContacts(contacts: readonly Contact[]): Promise<void> {
  const first = contacts[0];
  if (!first) return;
  const text = words().contacts.deleted(contacts.length, first.display_name);
  const at = new Date().toISOString();
  const left = leaveCard(contacts);
  const showAgain = () => {
    if (left !== undefined && location.pathname === LIST) goTo(left);
  };
  const isMade = await change(
    contacts,
    (contact) => ({ method: 'DELETE', path: pathOf(contact) }),
    () => ({ deleted_at: at }),
    {
      text,
      undo: (changed) => {
        showAgain();
        return change(
          changed,
          (contact) => ({ method: 'POST', path: `${pathOf(contact)}/restore` }),
          () => ({ deleted_at: null }),
        );
      },
    },
  );
  if (!isMade) showAgain();
}

/** Closes the card of a contact that is deleted. Returns its address. */
function leaveCard(contacts: readonly Contact[]): string | undefined {
  const { pathname, search } = location;
  if (!contacts.some(({ id }) => pathname === `${LIST}/${id}`)) return undefined;
  goTo(LIST + search);
  return pathname + search;
}

/** Puts back what was edited, unless the contact was changed since. */
export async function restoreFields(before: Contact, saved: Contact): Promise<void> {
  const edited = changedFields(valuesOf(formOf(before), before), valuesOf(formOf(saved), saved));
  const values = Object.fromEntries(edited.map((field) => [field, before[field]]));
  const ifMatch = etagOf(saved);
  await change(
    [saved],
    (contact) => ({ method: 'PATCH', path: pathOf(contact), body: values, ...(ifMatch && { ifMatch }) }),
    () => values,
  );
}

export function addTag(contacts: readonly Contact[], tag: string): Promise<void> {
  const without = contacts.filter(({ tags }) => !tags.includes(tag));
  return changeTags(without, { add: [tag] }, { remove: [tag] }, words().contacts.tagAdded(tag));
}

export function removeTag(contacts: readonly Contact[], tag: string): Promise<void> {
  const having = contacts.filter(({ tags }) => tags.includes(tag));
  return changeTags(having, { remove: [tag] }, { add: [tag] }, words().contacts.tagRemoved(tag));
}

type TagChange = Omit<ListChange, 'field'>;

async function changeTags(
  contacts: readonly Contact[],
  done: TagChange,
  undone: TagChange,
  text: string,
): Promise<void> {
  if (contacts.length === 0) return;
  const request = (one: TagChange) => (contact: Contact) => tagRequest(contact, one);
  const values = (contact: Contact) => ({ tags: changedList(contact.tags, { field: 'tags', ...done }) });
  await change(contacts, request(done), values, {
    text,
    undo: (changed) => change(changed, request(undone), ({ tags }) => ({ tags })),
  });
}

/** Other tags that the contact gets meanwhile stay. */
export function tagRequest(contact: Contact, change: TagChange): Request {
  return { method: 'PATCH', path: pathOf(contact), listChange: { field: 'tags', ...change } };
}

/** Each contact is a change of its own: one that is refused does not stop the others. False if all are refused. */
async function change(
  contacts: readonly Contact[],
  request: (contact: Contact) => Request,
  values: (contact: Contact) => Partial<Contact>,
  toast?: { text: string; undo: (changed: readonly Contact[]) => Promise<unknown> },
): Promise<boolean> {
  const refusedIds = new Set<string>();
  const shown = toast && offerUndo(toast.text, () => void toast.undo(contacts.filter(({ id }) => !refusedIds.has(id))));
  const pending = (one: Contact): PendingChange => ({ kind: 'contacts', id: one.id, values: values(one) });
  const outcomes = await Promise.allSettled(contacts.map((one) => mutate([request(one)], [pending(one)])));
  for (const [index, { id }] of contacts.entries()) if (outcomes[index]?.status === 'rejected') refusedIds.add(id);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  const [first] = refused;
  if (!first) return true;
  if (shown !== undefined && refused.length === contacts.length) withdrawUndo(shown);
  const { message } = first.reason as Error;
  const text =
    contacts.length === 1
      ? words().shell.refused(message)
      : words().contacts.partlyRefused(refused.length, contacts.length, message);
  showToast({ text, tone: 'danger' });
  return refused.length < contacts.length;
}

function pathOf({ id }: Contact): string {
  return `/contacts/${id}`;
}
