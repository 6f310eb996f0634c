// Changes of tags themselves: create, rename, colour, delete. A tag that is deleted can be brought back with the
// contacts that had it.

import { mutate } from '../../data/changes/mutations.ts';
import { daybook } from '../../data/client.ts';
import type { Contact, Tag } from '../../data/types.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo } from '../../shell/undo.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { words } from '../../words/words.ts';
import { tagRequest } from '../contact-changes.ts';

/** How many contacts can get their tag back; with more, the question says that it is final. */
const MOST_UNDONE = 200;

/** Without a colour, a new tag gets the one that belongs to its name, and another one keeps its own. */
export async function saveTag(tag: Tag | null, values: { name: string; color?: string | undefined }): Promise<void> {
  await mutate([
    tag
      ? { method: 'PATCH', path: `/tags/${encodeURIComponent(tag.name)}`, body: changed(values, tag) }
      : { method: 'POST', path: '/tags', body: values },
  ]);
  const isShown = tag && new URLSearchParams(location.search).get('tag') === tag.name;
  if (isShown && values.name !== tag.name) goTo(`/contacts?tag=${encodeURIComponent(values.name)}`, { replace: true });
}

/** Only what differs: what another client has chosen meanwhile, or a colour of its own, stays. */
function changed({ name, color }: { name: string; color?: string | undefined }, tag: Tag): Partial<Tag> {
  return { ...(name !== tag.name && { name }), ...(color && { color }) };
}

export async function deleteTag(tag: Tag): Promise<void> {
  const { contacts: texts } = words();
  const isAgreed = await confirm({
    title: texts.deleteTagTitle(tag.name),
    text: texts.deleteTagText(tag.total),
    action: texts.deleteTag,
    danger: true,
  });
  if (!isAgreed) return;
  try {
    const had = tag.total <= MOST_UNDONE ? await contactsWith(tag.name) : [];
    await mutate([{ method: 'DELETE', path: `/tags/${encodeURIComponent(tag.name)}` }]);
    if (new URLSearchParams(location.search).get('tag') === tag.name) goTo('/contacts', { replace: true });
    const text = texts.tagDeleted(tag.name);
    if (tag.total > MOST_UNDONE) showToast({ text });
    else offerUndo(text, () => void bringBack(tag, had).catch(showRefusal));
  } catch (error) {
    showRefusal(error);
  }
}

async function contactsWith(tag: string): Promise<Contact[]> {
  return (await daybook.contacts.list({ tag: [tag], limit: MOST_UNDONE })).data;
}

async function bringBack({ name, color, order }: Tag, contacts: readonly Contact[]): Promise<void> {
  // Each is a change of its own: a contact that was deleted meanwhile does not keep the others from it.
  const outcomes = await Promise.allSettled([
    mutate([{ method: 'POST', path: '/tags', body: { name, color, order } }]),
    ...contacts.map((contact) => mutate([tagRequest(contact, { add: [name] })])),
  ]);
  const refused = outcomes.find((one) => one.status === 'rejected');
  if (refused) throw refused.reason;
}
