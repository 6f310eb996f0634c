// What the browser keeps between visits, in IndexedDB: cached answers, changes that were not sent yet, drafts. Each user
// has a database, which is deleted on sign-out. What cannot be stored, because the disk is full or a private window has
// no IndexedDB, lasts as long as the page. When it is full, cached answers make room for what the person has written.
import { removeExportFiles } from './export-files.ts';
import { MAIL_PAGES } from './mail-pages-name.ts';

const PREFIX = 'daybook-';
const VERSION = 2;
const TABLES = ['cache', 'mutations', 'drafts', 'values'] as const;
/** Of cached answers: when each was written and how large it is, to be read without the answers. */
const AGE = 'age';

export type Table = (typeof TABLES)[number];

const memory = new Map<string, unknown>();
let name: string | undefined;
let opened: Promise<IDBDatabase | undefined> | undefined;
let isClosed = false;
let announceFull: (() => void) | undefined;

/** Calls the listener when something cannot be stored because the storage of the browser is full. */
export function onStorageFull(listener: () => void): () => void {
  announceFull = listener;
  return () => {
    announceFull = undefined;
  };
}

/** Chooses the database; before that everything is kept in memory. One page has the data of one user only. */
export function openStorage(user: string): void {
  isClosed = false;
  if (name === PREFIX + user) return;
  closeConnection();
  name = PREFIX + user;
}

/** Nothing is stored any more until it is opened again: what still runs must not write what was removed. */
export function closeStorage(): void {
  isClosed = true;
  memory.clear();
  closeConnection();
}

export async function readValue<T>(table: Table, key: string): Promise<T | undefined> {
  const entry = `${table}/${key}`;
  if (memory.has(entry)) return memory.get(entry) as T;
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
    .filter((entry) => entry.startsWith(prefix))
    .map((entry) => entry.slice(prefix.length));
  return [...new Set([...((found.value ?? []) as string[]), ...inMemory])].sort();
}

/** Resolves when the value will be there after a crash, or is kept in memory because it cannot be stored. */
export function writeValue(table: Table, key: string, value: unknown): Promise<void> {
  return writeValues(table, new Map([[key, value]]));
}

/** The same for values of which either all are stored or none. */
export async function writeValues(table: Table, values: ReadonlyMap<string, unknown>): Promise<void> {
  if (values.size === 0) return;
  const put = () =>
    run(table, 'readwrite', (store) => [...values].map(([key, value]) => store.put(value, key)).at(-1) as IDBRequest);
  let { isStored, isFull } = await put();
  if (isFull && table !== 'cache') {
    await run('cache', 'readwrite', (store) => store.clear());
    ({ isStored, isFull } = await put());
  }
  if (isClosed) return;
  if (isFull) announceFull?.();
  for (const [key, value] of values)
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

/** Removes everything of the user, and closes the storage. */
export async function deleteStorage(): Promise<void> {
  for (const table of TABLES) await run(table, 'readwrite', (store) => store.clear());
  closeStorage();
  await removeFiles();
  if (!name || !('indexedDB' in globalThis)) return;
  const request = indexedDB.deleteDatabase(name);
  // A tab that sleeps may still have it open; it is empty then, and deleted later.
  await new Promise<void>((resolve) => {
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}

/** Another person signs in: what the one before could read is removed, and what they wrote waits for them. */
export async function removeReadData(): Promise<void> {
  for (const table of ['cache', 'values'] as const) await run(table, 'readwrite', (store) => store.clear());
  closeStorage();
  await removeFiles();
}

/** The pages of mails that the service worker keeps, and exports. */
async function removeFiles(): Promise<void> {
  await removeExportFiles();
  if ('caches' in globalThis) await caches.delete(MAIL_PAGES).catch(() => {});
}

interface Outcome<T> {
  isStored: boolean;
  /** It was not stored because there is no room. */
  isFull?: boolean;
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
      transaction.onabort = () => resolve({ isStored: false, isFull: isQuotaError(transaction.error) });
    } catch (error) {
      resolve({ isStored: false, isFull: isQuotaError(error) });
    }
  });
}

function isQuotaError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

async function open(): Promise<IDBDatabase | undefined> {
  if (isClosed || name === undefined || !('indexedDB' in globalThis)) return undefined;
  opened ??= connect(name);
  return opened;
}

function closeConnection(): void {
  void opened?.then((database) => database?.close());
  opened = undefined;
}

function connect(database: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open(database, VERSION);
    request.onupgradeneeded = () => upgrade(request);
    request.onsuccess = () => {
      const forget = () => {
        opened = undefined;
      };
      // Another tab with a newer version of the app upgrades the database, or deletes it on sign-out.
      request.result.onversionchange = ({ newVersion }) => {
        if (newVersion === null) return closeStorage();
        request.result.close();
        forget();
      };
      // The browser closes it, for example because the user clears the data of the site.
      request.result.onclose = forget;
      resolve(request.result);
    };
    request.onerror = () => {
      if (isQuotaError(request.error)) announceFull?.();
      resolve(undefined);
    };
    request.onblocked = () => resolve(undefined);
  });
}

function upgrade({ result, transaction }: IDBOpenDBRequest): void {
  for (const table of TABLES) if (!result.objectStoreNames.contains(table)) result.createObjectStore(table);
  const cache = transaction?.objectStore('cache');
  if (cache && !cache.indexNames.contains(AGE)) cache.createIndex(AGE, ['at', 'size']);
}
