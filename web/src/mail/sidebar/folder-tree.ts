// Folders of the user as a tree, by the slashes in their names: "Home/Garden" is below "Home".
import type { Folder } from '../../data/types.ts';

export interface FolderNode {
  /** The full name. */
  name: string;
  /** The last part of the name. */
  title: string;
  depth: number;
  /** undefined if there are only folders below it. */
  folder: Folder | undefined;
  hasChildren: boolean;
}

/** In the order in which they are shown. Folders below a collapsed one are left out. */
export function folderTree(folders: readonly Folder[], collapsed: ReadonlySet<string> = new Set()): FolderNode[] {
  const byName = new Map(folders.map((folder) => [folder.name, folder]));
  const names = new Set(folders.flatMap(({ name }) => withParents(name)));
  const order = (name: string) => byName.get(name)?.order ?? Number.POSITIVE_INFINITY;
  const childrenOf = (parent: string) =>
    [...names]
      .filter((name) => parentOf(name) === parent)
      .sort((one, other) => order(one) - order(other) || one.localeCompare(other));
  const below = (parent: string, depth: number): FolderNode[] =>
    childrenOf(parent).flatMap((name) => {
      const children = below(name, depth + 1);
      const title = name.slice(name.lastIndexOf('/') + 1);
      const node = { name, title, depth, folder: byName.get(name), hasChildren: children.length > 0 };
      return collapsed.has(name) ? [node] : [node, ...children];
    });
  return below('', 0);
}

function parentOf(name: string): string {
  return name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
}

function withParents(name: string): string[] {
  const parent = parentOf(name);
  return parent ? [...withParents(parent), name] : [name];
}
