// Fills a new database with the invented records: many in one transaction, through the functions that requests go
// through, so that rows, log, search entries and totals are what the service itself would have written.
import { openStore } from '../src/open-store.ts';
import { type Context, creatable, create } from '../src/records/records.ts';
import { contact } from '../src/resources/contact.ts';
import { email } from '../src/resources/email.ts';
import { event } from '../src/resources/event.ts';
import type { AnyRecord, Resource } from '../src/resources/resource.ts';
import { emailNumber } from './emails.ts';
import { contactNumber, eventNumber } from './people.ts';
import { chooseSearches, type Searches } from './searches.ts';

/** Of what the database holds, enough for the requests to choose from. */
export interface Sample {
  size: number;
  /** Some emails, in the order of their making. */
  ids: string[];
  isRead: boolean[];
  searches: Searches;
  /** Records that were stored in a second. */
  perSecond: number;
}

export const OWNER = 1;
const CHUNK = 5_000; // records of one transaction
const SAMPLED = 20_000;
const context: Context = { timezone: 'UTC', source: 'local', versions: null };

export async function fill(
  file: string,
  size: number,
  report: (text: string) => void,
  emailOf = emailNumber,
): Promise<Sample> {
  const store = await openStore({ data: '', database: file });
  const started = performance.now();
  const ids: string[] = [];
  const isRead: boolean[] = [];
  const apart = Math.ceil(size / SAMPLED);

  async function add(
    resource: Resource,
    count: number,
    bodyOf: (n: number) => unknown,
    keep: (record: AnyRecord, n: number) => void,
  ): Promise<void> {
    const fields = creatable(resource);
    const began = performance.now();
    for (let done = 0; done < count; ) {
      const end = Math.min(done + CHUNK, count);
      const from = done;
      await store.write(OWNER, async (tx) => {
        for (let n = from; n < end; n++) keep((await create(tx, resource, fields, bodyOf(n), context)).record, n);
      });
      done = end;
      const rate = done / ((performance.now() - began) / 1000);
      const left = Math.round((count - done) / rate);
      report(`storing ${resource.path}: ${done} of ${count}, ${Math.round(rate)}/s, ${left} s left`);
    }
  }

  await add(contact, Math.floor(size / 20), contactNumber, () => {});
  await add(event, Math.floor(size / 10), eventNumber, () => {});
  await add(email, size, emailOf, (record, n) => {
    if (n % apart !== 0) return;
    ids.push(record.id);
    isRead.push(record.is_read as boolean);
  });
  const seconds = (performance.now() - started) / 1000;
  report('choosing what to search for');
  const awake = setInterval(() => {}, 1000); // the thread that searches does not keep a process alive
  const searches = await chooseSearches(store, size);
  clearInterval(awake);
  await store.close();
  return { size, ids, isRead, searches, perSecond: Math.round((size * 1.15) / seconds) };
}
