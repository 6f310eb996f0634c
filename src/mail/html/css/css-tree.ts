// The parser of style sheets, loaded when the first mail needs it: as one file, in a third of the time of its modules.
import { createRequire } from 'node:module';

type CssTree = typeof import('css-tree');

let loaded: CssTree | undefined;

export function cssTree(): CssTree {
  loaded ??= createRequire(import.meta.url)('css-tree/dist/csstree.esm') as CssTree;
  return loaded;
}
