// What the browser keeps between visits, in IndexedDB: cached answers, changes that were not sent yet, drafts. All of it
// belongs to one user and is cleared on sign-out. What cannot be stored, because the disk is full or a private window
// has no IndexedDB, lasts as long as the page.
import { MAIL_PAGES } from './mail-pages-name.ts';

const NAME = 'daybook';
const VERSION = 2;
const TABLES = ['cache', 'mutations', 'drafts', 'values'] as const;
/** Of cached answers: when each was written and how large it is, to be read without the answers. */
const AGE = 'age';

export type Table = (typeof TABLES)[number];

const memory = new Map<string, unknown>();
let opened: Promise<IDBDatabase | undefined> | undefined;

export async function readValue<T>(table: Table, key: string): Promise<T | undefined> {
  const name = `${table}/${key}`;
  if (memory.has(name)) return memory.get(name) as T;
  return (await run<T>(table, 'readonly', (store) => store.get(key))).value;
}

/** All values of a table, in the order of their keys. */
export async function readValues<T>(table: Table): Promise<T[]> {
  const keys = await readKeys(table);
  const values = await Promise.all(keys.map((key) => readValue<T>(table, key)));
  return values.filter((value) => value !== undefined);
}

export async function readKeys(table: Table): Promise<string[]> {
  const found = await run<IDBValidKey[]>(table, 'readonly', (store) => store.getAllKeys());
  const prefix = `${table}/`;
  const inMemory = [...memory.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  return [...new Set([...((found.value ?? []) as string[]), ...inMemory])].sort();
}

/** Resolves when the value will be there after a crash, or is kept in memory because it cannot be stored. */
export async function writeValue(table: Table, key: string, value: unknown): Promise<void> {
  const { isStored } = await run(table, 'readwrite', (store) => store.put(value, key));
  if (isStored) memory.delete(`${table}/${key}`);
  else memory.set(`${table}/${key}`, value);
}

export async function removeValue(table: Table, key: string): Promise<void> {
  memory.delete(`${table}/${key}`);
  await run(table, 'readwrite', (store) => store.delete(key));
}

export interface Age {
  key: string;
  at: number;
  size: number;
}

/** When the cached answers were written, oldest first; without reading them. */
export async function readAges(): Promise<Age[]> {
  const ages: Age[] = [];
  await run('cache', 'readonly', (store) => {
    const request = store.index(AGE).openKeyCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      const [at, size] = cursor.key as [number, number];
      ages.push({ key: cursor.primaryKey as string, at, size });
      cursor.continue();
    };
    return request;
  });
  return ages;
}

/** Removes everything, for example because another person signs in. */
export async function clearStorage(): Promise<void> {
  memory.clear();
  for (const table of TABLES) await run(table, 'readwrite', (store) => store.clear());
  // Pages of mails, which the service worker keeps.
  if ('caches' in globalThis) await caches.delete(MAIL_PAGES).catch(() => {});
}

interface Outcome<T> {
  isStored: boolean;
  value?: T | undefined;
}

async function run<T>(
  table: Table,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Outcome<T>> {
  const database = await open();
  if (!database) return { isStored: false };
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(table, mode);
      const request = ask(transaction.objectStore(table));
      // A page that is left at this moment would abort what is not committed.
      if (mode === 'readwrite') transaction.commit();
      transaction.oncomplete = () => resolve({ isStored: true, value: request.result as T });
      transaction.onabort = () => resolve({ isStored: false });
    } catch {
      resolve({ isStored: false });
    }
  });
}

function open(): Promise<IDBDatabase | undefined> {
  opened ??= new Promise((resolve) => {
    if (!('indexedDB' in globalThis)) return resolve(undefined);
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => upgrade(request);
    request.onsuccess = () => {
      const forget = () => {
        opened = undefined;
      };
      // Another tab with a newer version of the app upgrades the database.
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      // The browser closes it, for example because the user clears the data of the site.
      request.result.onclose = forget;
      resolve(request.result);
    };
    request.onerror = () => resolve(undefined);
    request.onblocked = () => resolve(undefined);
  });
  return opened;
}

function upgrade({ result, transaction }: IDBOpenDBRequest): void {
  for (const table of TABLES) if (!result.objectStoreNames.contains(table)) result.createObjectStore(table);
  const cache = transaction?.objectStore('cache');
  if (cache && !cache.indexNames.contains(AGE)) cache.createIndex(AGE, ['at', 'size']);
}
