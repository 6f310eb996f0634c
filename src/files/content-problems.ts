// Finds differences between the contents on disk and the rows that refer to them. A service may be running, so a
// problem is checked again before it is reported.
import type { ReadStore } from '../store/port.ts';
import { countMissingContents, isListed } from '../store/tables/contents.ts';
import { contentFault, namedIn } from './content-copies.ts';
import { contentPlace, isContentName, openBlobs } from './content-store.ts';

export async function contentProblems(store: ReadStore, folder: string): Promise<string[]> {
  const blobs = openBlobs(folder);
  const listed = blobs.users().map((user) => [user, [...blobs.list(user)]] as const);
  // Rows without a content are reported by the check of rows.
  const named = (await store.snapshot(namedIn)).filter(({ sha256 }) => isContentName(sha256));
  const problems: string[] = [];
  const known = new Set(named.map(({ user, sha256 }) => `${user} ${sha256}`));
  for (const { user, sha256, size } of named) {
    const fault = await contentFault(contentPlace(folder, user, sha256), { user, sha256, size }, true);
    if (fault === null || !(await isListed(store, user, sha256))) continue;
    const found = blobs.size(user, sha256);
    const damage = found === size ? 'does not have the SHA-256 of its name' : `has ${found} bytes instead of ${size}`;
    const what = found === undefined ? 'is missing' : damage;
    problems.push(`the content ${sha256} of user ${user} ${what} in ${folder}`);
  }
  // Files that a process was storing when it ended are removed automatically.
  const unsettled = new Set(blobs.kept(0).map(({ user, sha256 }) => `${user} ${sha256}`));
  const strays: string[] = [];
  for (const [user, names] of listed)
    for (const sha256 of names)
      if (
        !known.has(`${user} ${sha256}`) &&
        !unsettled.has(`${user} ${sha256}`) &&
        !(await isListed(store, user, sha256)) &&
        blobs.has(user, sha256)
      )
        strays.push(`${user}/${sha256.slice(0, 2)}/${sha256}`);
  if (strays.length > 0)
    problems.push(`${strays.length} contents in ${folder} belong to nothing and can be removed, such as ${strays[0]}`);
  const missing = await countMissingContents(store);
  if (missing > 0) problems.push(`${missing} files or mails have no content`);
  return problems;
}
