// Changes of contacts that need no form: delete and restore, tags. Each is shown at once and can be undone.
import { mutate, type Request } from '../data/mutations.ts';
import type { PendingChange } from '../data/pending.ts';
import type { Contact } from '../data/types.ts';
import { offerUndo } from '../shell/undo.ts';
import { showToast } from '../ui/toast.ts';
import { words } from '../words/words.ts';

export async function deleteContacts(contacts: readonly Contact[]): Promise<void> {
  const first = contacts[0];
  if (!first) return;
  const text = words().contacts.deleted(contacts.length, first.display_name);
  const at = new Date().toISOString();
  await change(
    contacts,
    (contact) => ({ method: 'DELETE', path: pathOf(contact) }),
    () => ({ deleted_at: at }),
    {
      text,
      undo: () =>
        change(
          contacts,
          (contact) => ({ method: 'POST', path: `${pathOf(contact)}/restore` }),
          () => ({ deleted_at: null }),
        ),
    },
  );
}

export function addTag(contacts: readonly Contact[], tag: string): Promise<void> {
  const without = contacts.filter(({ tags }) => !tags.includes(tag));
  return setTags(without, (tags) => [...tags, tag], words().contacts.tagAdded(tag));
}

export function removeTag(contacts: readonly Contact[], tag: string): Promise<void> {
  const having = contacts.filter(({ tags }) => tags.includes(tag));
  return setTags(having, (tags) => tags.filter((one) => one !== tag), words().contacts.tagRemoved(tag));
}

async function setTags(
  contacts: readonly Contact[],
  next: (tags: readonly string[]) => string[],
  text: string,
): Promise<void> {
  if (contacts.length === 0) return;
  const patch = (tagsOf: (contact: Contact) => string[]) => (contact: Contact) =>
    ({ method: 'PATCH', path: pathOf(contact), body: { tags: tagsOf(contact) } }) as const;
  const before = (contact: Contact) => contact.tags;
  const after = (contact: Contact) => next(contact.tags);
  await change(contacts, patch(after), (contact) => ({ tags: after(contact) }), {
    text,
    undo: () => change(contacts, patch(before), (contact) => ({ tags: before(contact) })),
  });
}

async function change(
  contacts: readonly Contact[],
  request: (contact: Contact) => Request,
  values: (contact: Contact) => Partial<Contact>,
  toast?: { text: string; undo: () => Promise<void> },
): Promise<void> {
  if (toast) offerUndo(toast.text, () => void toast.undo());
  const changes: PendingChange[] = contacts.map((one) => ({ kind: 'contacts', id: one.id, values: values(one) }));
  try {
    await mutate(contacts.map(request), changes);
  } catch (error) {
    showToast({ text: words().shell.refused((error as Error).message), tone: 'danger' });
  }
}

function pathOf({ id }: Contact): string {
  return `/contacts/${id}`;
}
