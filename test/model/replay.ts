// What must hold when a sequence is over: the feed, read from its beginning, has every change once and without a gap,
// and whoever applies it has exactly the existing records. Of an erased record it contains nothing but its id.
import { type FeedMessage, openFeed } from '../support/feed.ts';
import type { Client } from './client.ts';
import { conversationFields, conversationQueries, conversations } from './conversations.ts';
import { same } from './differences.ts';
import { type Fields, type Kind, kinds } from './kinds.ts';
import { list, type Query } from './list-rules.ts';
import { nameLists, names } from './name-rules.ts';
import { changesAfter } from './sequence.ts';
import { recordsOf, type World } from './world.ts';

const everything: Query = [
  ['include_deleted', 'true'],
  ['limit', '500'],
];

/** All records, and what is kept beside them for finding them: it must have followed every change. */
const queries: Record<Kind, Query[]> = {
  event: [everything, [['search', 'garden']]],
  email: [everything, [['label', 'home']], [['label', 'Home']], [['search', 'garden']]],
  contact: [everything, [['tag', 'home']], [['search', 'zoe']], [['search', '5550']]],
};

export async function checkReplay(client: Client, world: World, pageSize: number): Promise<void> {
  const messages: FeedMessage[] = [];
  for (let more = true; more; ) {
    const page = await changesAfter(client, messages.length, pageSize);
    messages.push(...page.data);
    more = page.meta.has_more;
  }
  checkMessages(world, messages);
  checkRebuilt(world, messages);
  for (const one of nameLists) same((await client.ask('GET', `/${one}`)).body, names(world, one).body, one);
  for (const [query, meets] of conversationQueries) {
    const { body } = await client.ask('GET', `/threads?limit=500&fields=${conversationFields}&${query}`);
    same((body as { data: unknown }).data, conversations(world, meets), `conversations by ${query}`);
  }
  for (const kind of Object.keys(kinds) as Kind[])
    if (recordsOf(world, kind).length > 0)
      for (const query of queries[kind]) await checkList(client, world, kind, query);
}

/** The same over a WebSocket. */
export async function checkSocket(url: string, client: Client, world: World): Promise<void> {
  const feed = await openFeed(url, '?since=0', { authorization: `Bearer ${client.token}` });
  try {
    await feed.until((all) => all.length > world.log.length);
    await feed.settled();
    same(feed.messages[0]?.seq, world.log.length, 'seq of the greeting');
    checkMessages(world, feed.changes());
  } finally {
    await feed.close();
  }
}

function checkMessages(world: World, messages: FeedMessage[]): void {
  const gone = new Set<unknown>(world.gone.map(({ id }) => id));
  const expected = world.log.map(({ event, data }, index) => {
    const { id } = data;
    return { seq: index + 1, event, data: gone.has(id) ? { id, permanent: true } : data };
  });
  const shown = messages.map(({ seq, event, data }) => ({ seq, event, data }));
  same(shown, expected, 'the feed from its beginning');
}

function checkRebuilt(world: World, messages: FeedMessage[]): void {
  const rebuilt = new Map<unknown, Fields>();
  for (const { event, data } of messages) {
    if (data.id === undefined) continue; // a name
    if (data.permanent) rebuilt.delete(data.id);
    else if (event.endsWith('.deleted')) rebuilt.set(data.id, { ...rebuilt.get(data.id), ...data });
    else rebuilt.set(data.id, data);
  }
  // A deletion has only its time, so a record in the trash is known by that.
  const known = (record: Fields | undefined) =>
    record?.deleted_at ? { id: record.id, deleted_at: record.deleted_at } : record;
  const byId = (records: (Fields | undefined)[]) => records.map((one) => [one?.id, known(one)]).sort();
  const standing = [...world.records.values()].map(({ record }) => record);
  same(byId([...rebuilt.values()]), byId(standing), 'the records rebuilt from the feed');
}

async function checkList(client: Client, world: World, kind: Kind, query: Query): Promise<void> {
  const { body } = await client.ask('GET', `/${kinds[kind].path}?${new URLSearchParams(query)}`);
  same(body, list(world, kind, query).body, `${kinds[kind].path} by ${query.join(' and ')}`);
}
