// A sender becomes a contact once, also when the menu did not know yet that there is one.
import { beforeEach, expect, it, vi } from 'vitest';
import { addContact } from '../../../web/src/conversation/mails/mail-writes.ts';
import { currentToasts, dismissToast } from '../../../web/src/ui/feedback/toast.ts';

const { list, mutate } = vi.hoisted(() => ({ list: vi.fn(), mutate: vi.fn() }));
vi.mock('../../../web/src/data/client.ts', () => ({ daybook: { contacts: { list } } }));
vi.mock('../../../web/src/data/changes/mutations.ts', () => ({ mutate }));
// What only the other changes of a mail, and the menu, need.
vi.mock('../../../web/src/data/session.ts', () => ({}));
vi.mock('../../../web/src/data/live/live.ts', () => ({}));
vi.mock('../../../web/src/data/live/query.ts', () => ({}));
vi.mock('../../../web/src/mail/changes/apply-change.ts', () => ({}));
vi.mock('../../../web/src/shell/refusals.ts', () => ({}));
vi.mock('../../../web/src/conversation/conversation-data.ts', () => ({}));
vi.mock('../../../web/src/data/own-people.ts', () => ({}));

const ann = { address: 'ann@example.org', name: 'Ann Lee' };

beforeEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  mutate.mockReset().mockResolvedValue([{ body: { data: { id: 'c1' } } }]);
});

async function add() {
  await addContact(ann);
  const paths = mutate.mock.calls.flatMap(([requests]) => (requests as { path: string }[]).map(({ path }) => path));
  return { paths, said: currentToasts().map(({ text, action }) => [text, action?.label]) };
}

it('nothing is created if a contact has the address', async () => {
  list.mockResolvedValue({ data: [{ id: 'c0', emails: [{ address: 'Ann@Example.org' }] }] });
  expect(await add()).toEqual({ paths: [], said: [['Ann Lee is in your contacts now', undefined]] });
});

it.each([
  [
    'only a longer address is known',
    () => list.mockResolvedValue({ data: [{ emails: [{ address: 'joann@example.org' }] }] }),
  ],
  ['contacts cannot be read', () => list.mockRejectedValue(new Error('forbidden'))],
])('the contact is created if %s', async (_name, prepare) => {
  prepare();
  expect(await add()).toEqual({ paths: ['/contacts'], said: [['Ann Lee is in your contacts now', 'Undo']] });
});
