// What the browser keeps between visits, in IndexedDB: cached answers, changes that were not sent yet, drafts. All of it
// belongs to one user and is cleared on sign-out. Without IndexedDB (some private windows) it lasts as long as the page.

const NAME = 'daybook';
const VERSION = 1;
const TABLES = ['cache', 'mutations', 'drafts', 'values'] as const;

export type Table = (typeof TABLES)[number];

const memory = new Map<string, unknown>();
let opened: Promise<IDBDatabase | undefined> | undefined;

export async function readValue<T>(table: Table, key: string): Promise<T | undefined> {
  const found = await run<T>(table, 'readonly', (store) => store.get(key));
  return found.isStored ? found.value : (memory.get(`${table}/${key}`) as T | undefined);
}

/** All values of a table, in the order of their keys. */
export async function readValues<T>(table: Table): Promise<T[]> {
  const found = await run<T[]>(table, 'readonly', (store) => store.getAll());
  if (found.isStored) return found.value ?? [];
  const names = [...memory.keys()].filter((name) => name.startsWith(`${table}/`)).sort();
  return names.map((name) => memory.get(name) as T);
}

export async function writeValue(table: Table, key: string, value: unknown): Promise<void> {
  const { isStored } = await run(table, 'readwrite', (store) => store.put(value, key));
  if (!isStored) memory.set(`${table}/${key}`, value);
}

export async function removeValue(table: Table, key: string): Promise<void> {
  memory.delete(`${table}/${key}`);
  await run(table, 'readwrite', (store) => store.delete(key));
}

export async function readKeys(table: Table): Promise<string[]> {
  const found = await run<IDBValidKey[]>(table, 'readonly', (store) => store.getAllKeys());
  return found.isStored ? ((found.value ?? []) as string[]) : [];
}

/** Removes everything, for example because another person signs in. */
export async function clearStorage(): Promise<void> {
  memory.clear();
  for (const table of TABLES) await run(table, 'readwrite', (store) => store.clear());
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
      transaction.oncomplete = () => resolve({ isStored: true, value: request.result as T });
      // A full disk must not stop the app: the value lasts as long as the page.
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
    request.onupgradeneeded = () => {
      for (const table of TABLES)
        if (!request.result.objectStoreNames.contains(table)) request.result.createObjectStore(table);
    };
    request.onsuccess = () => {
      // Another tab with a newer version of the app upgrades the database.
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => resolve(undefined);
    request.onblocked = () => resolve(undefined);
  });
  return opened;
}
