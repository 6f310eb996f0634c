// Which sections and folders of the sidebar are folded, remembered by the browser.
import { readLocalValue, writeLocalValue } from '../../data/storage/local-values.ts';
import { createStore, useStore } from '../../data/store.ts';

const NAME = 'folded';

const store = createStore<ReadonlySet<string>>(stored());

/** `area` keeps names of folders apart from those of sections. */
export function useFolded(area: string): { folded: ReadonlySet<string>; toggle(name: string): void } {
  const all = useStore(store);
  const prefix = `${area}:`;
  const folded = new Set([...all].filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length)));
  return { folded, toggle: (name) => toggle(`${prefix}${name}`) };
}

function toggle(key: string): void {
  store.set((all) => {
    const next = new Set(all);
    if (!next.delete(key)) next.add(key);
    return next;
  });
  writeLocalValue(NAME, [...store.get()]);
}

function stored(): ReadonlySet<string> {
  const found = readLocalValue(NAME);
  return new Set(Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []);
}
