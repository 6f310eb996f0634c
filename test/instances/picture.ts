// A folder filled with the demo and with what the demo does not have, and everything that clients can see of a place.
import { run, serve } from '../support/process.ts';
import { ask, startTestService } from '../support/service.ts';

type Headers = Record<string, string>;

/** Tokens of the two users, as headers. */
export interface Keys {
  owner: Headers;
  other: Headers;
}

export interface Picture {
  lists: string[];
  /** Every record by itself: its answer and its version. */
  records: string[];
  searches: string[];
  changes: string[];
  /** The answer that is kept under a key. */
  kept: string;
  lastSeq: number;
}

const KEYED = { first_name: 'Kept' };
const KEY = { 'idempotency-key': 'kept-answer' };
const PATHS = ['/events', '/emails', '/contacts'];
const WORDS = ['a', 'map', 'rowing', 'ü', '"the book"', '+49', 'ida brandt', '#', '東京', '\u{1f600}'];

export async function fill(folder: string): Promise<Keys> {
  const { url, stop } = await serve(folder, { args: ['--demo'] });
  const make = async (method: string, path: string, body?: object, headers?: Headers) => {
    const answer = await ask(url, method, path, body, headers);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return (answer.body as { data: { id: string } }).data;
  };
  await make('POST', '/contacts', KEYED, KEY);
  // Texts that engines like to treat differently: a zero character, both halves of a pair, quotes, other scripts.
  const strange = 'nul \\u0000 \ud83d\ude00 "quoted" \\ 東京 Straße ﬁ';
  const { id } = await make('POST', '/contacts', {
    display_name: 'Odd',
    notes: `\u0000${strange}`,
    tags: ['ü', strange],
  });
  await make('PATCH', `/contacts/${id}`, {
    notes: strange,
    custom_fields: { '\u0000': '\u0000', deep: [1.5, 1e21, -0] },
  });
  const gone = await make('POST', '/emails', { from_address: 'a@b.org', received_at: '2026-02-17T09:00:00Z' });
  await make('DELETE', `/emails/${gone.id}?permanent=true`);
  const trashed = await make('POST', '/events', { title: 'In the trash', start_at: '2026-02-17T09:00:00Z' });
  await make('DELETE', `/events/${trashed.id}`);
  const asleep = await make('POST', '/emails', {
    from_address: 'a@b.org',
    received_at: '2026-02-17T09:00:00Z',
    body_plain: 'zzz',
  });
  await make('POST', `/emails/${asleep.id}/snooze`, { until: '2100-01-01T00:00:00Z' });
  await run(['user', 'add', 'bea', '--data', folder]);
  const token = async (user: string) => {
    const { out } = await run(['token', 'create', '--name', 'test', '--user', user, '--data', folder]);
    return { authorization: `Bearer ${out.trim()}` };
  };
  const keys = { owner: await token('owner'), other: await token('bea') };
  await make('POST', '/contacts', { display_name: 'Bea alone knows' }, keys.other);
  await stop();
  return keys;
}

export async function everything(place: string, keys: Keys): Promise<Picture> {
  const service = await startTestService({
    ...(/^postgres/.test(place) ? { database: place } : { data: place }),
    rateLimit: '0',
  });
  const picture: Picture = { lists: [], records: [], searches: [], changes: [], kept: '', lastSeq: 0 };
  try {
    for (const headers of [keys.owner, keys.other]) {
      const get = async (path: string) => {
        const { text, status, headers: told, body } = await service.ask('GET', path, undefined, headers);
        return { seen: `${status} ${told.get('etag')} ${text}`, body: body as { data: { id: string; seq: number }[] } };
      };
      for (const path of PATHS) {
        const list = await get(`${path}?include_deleted=true&limit=500`);
        picture.lists.push(list.seen, (await get(`${path}?limit=500`)).seen);
        for (const { id } of list.body.data) picture.records.push((await get(`${path}/${id}`)).seen);
        for (const word of WORDS) picture.searches.push((await get(`${path}?search=${encodeURIComponent(word)}`)).seen);
      }
      const changes = await get('/changes?since=0&limit=1000');
      picture.changes.push(changes.seen);
      if (headers === keys.owner) picture.lastSeq = changes.body.data.at(-1)?.seq ?? 0;
    }
    const again = await service.ask('POST', '/contacts', KEYED, { ...keys.owner, ...KEY });
    picture.kept = `${again.headers.get('idempotent-replayed')} ${again.text}`;
  } finally {
    await service.stop();
  }
  return picture;
}
