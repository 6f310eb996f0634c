// The mail that a report is about is looked up by its message id, however much mail there is, also mail that was sent
// or failed, and whatever the engine knows of its tables.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../../src/open-store.ts';
import { creatable, create } from '../../../src/records/records.ts';
import { email } from '../../../src/resources/email.ts';
import type { Store } from '../../../src/store/port.ts';
import { sentMailsNaming, sentMailsQuery } from '../../../src/store/tables/message-links.ts';
import { query } from '../../instances/database.ts';
import { rowsRead } from '../../instances/statements.ts';
import { endDatabase, engine, newMigratedDatabase } from '../../support/databases.ts';

const OWNER = 1;
const MANY = 3000;
const context = { timezone: 'UTC', source: 'local', versions: null };
const messageId = '<lease@example.org>';

let place: string;
let store: Store;
let sent: string;

beforeAll(async () => {
  ({ place } = await newMigratedDatabase());
  store = await openStore({ data: '', database: place });
  sent = await store.write(OWNER, async (tx) => {
    const body = { from_address: 'a@b.org', status: 'sent', sent_at: '2026-06-01T09:00:00Z', message_id: messageId };
    const made = await create(tx, email, creatable(email), body, context);
    const answer = { from_address: 'c@b.org', received_at: '2026-06-01T10:00:00Z', in_reply_to: messageId };
    await create(tx, email, creatable(email), answer, context);
    return made.record.id;
  });
});
afterAll(async () => {
  await store.close();
  await endDatabase(place);
});

const columns =
  'doc, source, created_at, updated_at, folder, is_read, is_starred, has_attachments, status, received_at';
const numbered = `'00000000-0000-7000-8000-' || lpad(n::text, 12, '0')`;
const mails = (from: number, to: number) => `insert into emails (user_id, key, id, handle, seq, first_seq, ${columns})
    select 1, 1000 + n, ${numbered}, n::text, 1000 + n, 1000 + n, '{}', 'api', 1, 1, 'SENT', 0, 0, 0, case when n % 2 = 0 then 'sent' else 'failed' end, n
    from generate_series(${from}, ${to}) n;
  insert into thread_links (user_id, message_id, id)
    select 1, '<' || n || '@example.org>', ${numbered} from generate_series(${from}, ${to}) n`;

it('it is found, and mail that refers to it is not', async () => {
  expect(await store.write(OWNER, (tx) => sentMailsNaming(tx, messageId))).toEqual([sent]);
});

const found = () => sentMailsQuery(store.dialect, messageId);

it('its rows alone are read', async () => {
  if (engine === 'sqlite') {
    const { sql, params } = found();
    const rows = await store.catalogue(`explain query plan ${sql}`, OWNER, ...params);
    const steps = rows.map(({ detail }) => detail as string).filter((step) => /^(SEARCH|SCAN) [a-z] /.test(step));
    return expect(steps).toEqual([
      'SEARCH t USING PRIMARY KEY (user_id=? AND message_id=?)',
      'SEARCH r USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH i USING COVERING INDEX emails_id (user_id=? AND id=?)',
    ]);
  }
  const expectFewRows = async () => {
    expect(await rowsRead(place, found(), 'emails')).toBeLessThan(10);
    expect(await rowsRead(place, found(), 'thread_links')).toBeLessThan(10);
  };
  await query(place, mails(1, MANY));
  await expectFewRows(); // the server has no statistics
  await query(place, 'analyze emails; analyze thread_links');
  await query(place, mails(MANY + 1, 4 * MANY));
  await expectFewRows(); // those of an earlier time
  await query(place, 'analyze emails; analyze thread_links');
  await expectFewRows();
});

it('of many mails that refer to it, only so many are read', async () => {
  await store.write(OWNER, (tx) => {
    for (let n = 0; n < 1500; n++)
      tx.run(
        'insert into thread_links (user_id, message_id, id) values (?1, ?2, ?3)',
        messageId,
        `f${String(n).padStart(7, '0')}-0000-7000-8000-000000000000`,
      );
  });
  expect(await store.write(OWNER, (tx) => sentMailsNaming(tx, messageId))).toEqual([sent]);
  if (engine === 'postgres') expect(await rowsRead(place, found(), 'thread_links')).toBeLessThanOrEqual(1000);
  else expect(found()).toMatchObject({ sql: expect.stringMatching(/limit \?3\) l/), params: [messageId, 1000, 20] });
});
