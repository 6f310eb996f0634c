// Unread mail of people one knows, also behind many newsletters; how far it was looked for is said.
import { expect, it } from 'vitest';
import type { Conversation, Correspondent } from '../../../web/src/data/types.ts';
import { collectKnown } from '../../../web/src/today/collect-known.ts';

const person = (address: string, contact: string | null = 'c1') =>
  ({ address, contact_id: contact, written_count: contact ? 0 : 1 }) as Correspondent;

/** Unread conversations by their senders, the latest first. */
function inbox(senders: readonly string[], given: { known?: readonly string[]; lookups?: number } = {}) {
  const looked: string[] = [];
  let pages = 0;
  const readPage = async (offset: number) => {
    pages += 1;
    const data = senders.slice(offset, offset + 50).map((address, at) => ({
      id: `t${offset + at}`,
      participants: [
        { address, is_sender: true },
        { address: 'ida@example.org', is_sender: false },
      ],
    }));
    return { data: data as unknown as Conversation[], total: senders.length };
  };
  const lookUp = (address: string) => {
    if (looked.length >= (given.lookups ?? 1000)) return undefined;
    looked.push(address);
    return Promise.resolve(given.known?.includes(address) ? person(address, null) : undefined);
  };
  const collect = () => collectKnown(readPage, async () => [person('Best@example.org')], lookUp);
  return { collect, looked, pages: () => pages };
}

it('has the conversations of correspondents and of those that are looked up, each once', async () => {
  const { collect, looked } = inbox(['best@example.org', 'shop@example.org', 'ann@example.org', 'shop@example.org'], {
    known: ['ann@example.org'],
  });
  const { known, total, checked } = await collect();
  expect(known.map(({ conversation }) => conversation.id)).toEqual(['t0', 't2']);
  expect([total, checked]).toEqual([4, 4]);
  expect(looked).toEqual(['shop@example.org', 'ann@example.org']);
});

it('is also found behind many newsletters', async () => {
  const { collect, looked } = inbox([...Array(120).fill('shop@example.org'), 'best@example.org']);
  const { known, total, checked } = await collect();
  expect(known).toHaveLength(1);
  expect([total, checked, looked.length]).toEqual([121, 121, 1]);
});

it('ends when enough was found', async () => {
  const { collect, pages } = inbox(Array(300).fill('best@example.org'));
  const { total, checked } = await collect();
  expect([total, checked, pages()]).toEqual([300, 50, 1]);
});

it('says how far it has looked if there are too many senders or conversations', async () => {
  const many = Array.from({ length: 100 }, (_, at) => `shop${at}@example.org`);
  expect(await inbox(many, { lookups: 20 }).collect()).toEqual({ known: [], total: 100, checked: 20 });
  expect((await inbox(Array(1000).fill('shop@example.org')).collect()).checked).toBe(400);
});
