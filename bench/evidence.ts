// Writes the measurements into docs/evidence.md, between two markers that name them; the rest of the page is not changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const page = docsFile('evidence.md');

/** Replaces the section of this name, or adds it at the end. */
export function putSection(name: string, text: string): void {
  const [begin, end] = [`<!-- bench: ${name} -->`, `<!-- end of bench: ${name} -->`];
  const section = `${begin}\n${text.trim()}\n${end}`;
  const before = readFileSync(page, 'utf8');
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  const after =
    from >= 0 && to > from
      ? before.slice(0, from) + section + before.slice(to + end.length)
      : `${before.trimEnd()}\n\n${section}\n`;
  writeFileSync(page, after);
}

/** A picture beside the page. */
export function putPicture(name: string, svg: string): void {
  writeFileSync(docsFile(name), svg);
}

export function today(): string {
  return new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

function docsFile(name: string): string {
  return fileURLToPath(new URL(`../docs/${name}`, import.meta.url));
}
