// What is wrong between the contents on disk and the rows that name them. A service may go on meanwhile: what looks
// wrong is looked at once more before it is told.
import { contentPlace, isContentName, openBlobs } from './blobs.ts';
import { contentFault, namedIn } from './content-copies.ts';
import type { ReadStore } from './store.ts';

export async function contentProblems(store: ReadStore, folder: string): Promise<string[]> {
  const blobs = openBlobs(folder);
  const listed = blobs.users().map((user) => [user, [...blobs.list(user)]] as const);
  // Rows that name no content are reported with the rows.
  const named = (await store.snapshot(namedIn)).filter(({ sha256 }) => isContentName(sha256));
  const problems: string[] = [];
  const known = new Set(named.map(({ user, sha256 }) => `${user} ${sha256}`));
  const isNamed = async (user: number, sha256: string) =>
    (await store.catalogue('select 1 as found from contents where user_id = ?1 and sha256 = ?2', user, sha256)).length >
    0;
  for (const { user, sha256, size } of named) {
    const fault = await contentFault(contentPlace(folder, user, sha256), { user, sha256, size }, true);
    if (fault === null || !(await isNamed(user, sha256))) continue;
    const found = blobs.size(user, sha256);
    const damage = found === size ? 'does not have the SHA-256 of its name' : `has ${found} bytes instead of ${size}`;
    const what = found === undefined ? 'is missing' : damage;
    problems.push(`the content ${sha256} of user ${user} ${what} in ${folder}`);
  }
  // What a process was keeping when it ended goes by itself.
  const unsettled = new Set(blobs.kept(0).map(({ user, sha256 }) => `${user} ${sha256}`));
  const strays: string[] = [];
  for (const [user, names] of listed)
    for (const sha256 of names)
      if (
        !known.has(`${user} ${sha256}`) &&
        !unsettled.has(`${user} ${sha256}`) &&
        !(await isNamed(user, sha256)) &&
        blobs.has(user, sha256)
      )
        strays.push(`${user}/${sha256.slice(0, 2)}/${sha256}`);
  if (strays.length > 0)
    problems.push(`${strays.length} contents in ${folder} belong to nothing and can be removed, such as ${strays[0]}`);
  const [bare] = await store.catalogue(
    `select (select count(*) from content_uses u where not exists (select 1 from contents c where c.user_id = u.user_id and c.sha256 = u.sha256))
      + (select count(*) from files f where not exists (select 1 from content_uses u where u.user_id = f.user_id and u.kind = 'file' and u.owner_id = f.id)) as n`,
  );
  if ((bare?.n as number) > 0) problems.push(`${bare?.n} files or mails have no content`);
  return problems;
}
