// The folders of emails, as a kind of name. Those with a role always exist. A folder at a mail server is what the server
// says, so it is renamed and deleted there.
import { type KnownName, type NameKind, type Names, readNames, shownName } from '../records/names/list.ts';
import { email, folderName } from '../resources/email.ts';
import { folderFields, folderInput } from '../resources/name.ts';
import type { Row, Store } from '../store/port.ts';
import { accountFolderCounts, countSnoozed, folderCounts, serverFolders } from '../store/tables/names/names.ts';

/** By folder, in the order of the list. The names of the roles are those of RFC 8621 where it has one. */
const ROLES = new Map([
  ['INBOX', 'inbox'],
  ['DRAFTS', 'drafts'],
  ['SENT', 'sent'],
  ['OUTBOX', 'outbox'],
  ['SNOOZED', 'snoozed'],
  ['ARCHIVE', 'archive'],
  ['SPAM', 'junk'],
  ['TRASH', 'trash'],
]);
const ORDER = [...ROLES.keys()];

export const folders: NameKind = {
  kind: 'folder',
  path: 'folders',
  resource: email,
  field: 'folder',
  also: { field: 'snoozed_from', instead: 'INBOX' },
  input: folderInput,
  fields: folderFields,
  counts: folderCounts,
  always: ORDER,
  others: serverFolders,
  read: folderName,
  rank: (name) => (ROLES.has(name) ? ORDER.indexOf(name) : ORDER.length),
  fixed(name, others) {
    if (ROLES.has(name)) return `it is the folder for ${ROLES.get(name)}.`;
    const isAtServer = others.some((row) => row.name === name);
    return isAtServer ? 'it is at the mail server of an account; change it there with a mail program.' : undefined;
  },
  closed: (name) =>
    name === 'SNOOZED' ? 'to must be another folder: emails cannot be snoozed without a time.' : undefined,
  facts: ({ name, unread }, others) => ({
    role: ROLES.get(name) ?? null,
    account_id: null,
    is_read_only: folders.fixed?.(name, others) !== undefined,
    unread,
  }),
  uncounted: countSnoozed,
};

/** Which folders are listed: of all accounts together, of one, or of each. */
export interface FolderFilter {
  account_id?: string;
  per_account?: boolean;
}

/** The folders, each with what is served of it. */
export async function listFolders(
  store: Store,
  user: number,
  { account_id, per_account }: FolderFilter,
): Promise<(() => object)[]> {
  const names = await readNames(store, user, folders);
  const all = [...names.known.values()];
  if (account_id === undefined && !per_account) return all.map((known) => () => shownName(folders, known, names));
  const [rows = []] = await store.read(user, [accountFolderCounts]);
  const counts = countsByAccount(names, rows);
  return all.flatMap((known) =>
    [...(counts.get(known.name) ?? [])]
      .filter(([account]) => account_id === undefined || account === account_id)
      .map(([account, row]) => () => {
        const own: KnownName = { ...known, live: Number(row?.live ?? 0), unread: Number(row?.unread ?? 0) };
        return { ...shownName(folders, own, names), account_id: account === '' ? null : account };
      }),
  );
}

/** By folder and account: the counts, undefined for an empty folder of a server. What a task renames has its new name. */
function countsByAccount({ others, tasks }: Names, counts: readonly Row[]): Map<string, Map<string, Row | undefined>> {
  const found = new Map<string, Map<string, Row | undefined>>();
  const of = (name: string) =>
    found.get(name) ?? (found.set(name, new Map()).get(name) as Map<string, Row | undefined>);
  for (const { name, account_id } of others) of(name as string).set(account_id as string, undefined);
  for (const row of counts) {
    const name = tasks.find(({ from, to }) => from === row.name && to !== null)?.to ?? (row.name as string);
    const account = row.account_id as string;
    const known = of(name).get(account);
    const sum = (member: string) => Number(row[member]) + Number(known?.[member] ?? 0);
    of(name).set(account, { ...row, live: sum('live'), unread: sum('unread') });
  }
  return found;
}
