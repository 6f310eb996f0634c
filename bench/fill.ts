// Fills both databases with the same records: Daybook's through its own rules and store, the bare program's from what
// Daybook stored.
import { creatable, create } from '../src/domain/records.ts';
import { openStore } from '../src/open-store.ts';
import { email, serverFields } from '../src/resources/email.ts';
import type { Stored } from '../src/store/rows.ts';
import { emailNumber } from './emails.ts';
import type { LimitEmail } from './limit-email.ts';
import { openLimitStore } from './limit-store.ts';
import { chooseWords } from './operations.ts';

/** What the databases hold, for the requests to choose from. */
export interface Filled {
  ids: string[];
  isRead: boolean[];
  words: string[];
}

const OWNER = 1;
const BATCH = 250;

export async function fill(
  servicePlace: string,
  barePlace: string,
  size: number,
  tell: (done: number) => void,
): Promise<Filled> {
  const store = await openStore(servicePlace);
  const bare = await openLimitStore(barePlace, servicePlace);
  const fields = creatable(email, serverFields);
  const context = { timezone: 'UTC', source: 'local', versions: null };
  const filled: Filled = { ids: [], isRead: [], words: [] };
  for (let first = 0; first < size; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, size - first) }, (_, index) => first + index);
    const stored = await store.write(OWNER, async (tx) => {
      const made: Stored[] = [];
      for (const n of numbers) made.push(await create(tx, email, fields, emailNumber(n), context));
      return made;
    });
    await bare.begin();
    for (const { text } of stored) await bare.insert(JSON.parse(text) as LimitEmail);
    await bare.commit();
    for (const { record } of stored) {
      filled.ids.push(record.id);
      filled.isRead.push(record.is_read as boolean);
    }
    tell(first + numbers.length);
  }
  filled.words = await chooseWords((word) => bare.count(word), size);
  await bare.close();
  await store.close();
  return filled;
}
