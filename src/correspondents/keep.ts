// Keeps the correspondents in the transaction that saves or erases a mail or a contact.

import { limits } from '../limits.ts';
import type { EraseHook, SaveHook } from '../records/effects.ts';
import { type Contact, contact } from '../resources/contact.ts';
import { asEmail, email } from '../resources/email.ts';
import type { AnyRecord, Resource } from '../resources/resource.ts';
import type { Tx } from '../store/port.ts';
import {
  addUse,
  addWord,
  type Correspondent,
  dropCorrespondent,
  dropUse,
  dropWord,
  findCorrespondents,
  firstUse,
  latestUses,
  putCorrespondent,
  type Use,
} from '../store/tables/personal/correspondents.ts';
import { sortKey } from '../values/text.ts';
import { scoreOf } from './score.ts';
import { usesOfContact, usesOfMail, wordsOf } from './uses.ts';

/** Records that use addresses: the fields from which their uses are made. */
interface Source {
  resource: Resource;
  fields: readonly string[];
  usesIn(record: AnyRecord): Use[];
}

const mails: Source = {
  resource: email,
  fields: [
    ...['from_address', 'from_name', 'to_addresses', 'cc_addresses', 'bcc_addresses', 'list', 'report'],
    ...['folder', 'status', 'sent_at', 'received_at', 'deleted_at'],
  ],
  usesIn: (record) => usesOfMail(asEmail(record)),
};

const contacts: Source = {
  resource: contact,
  fields: ['emails', 'display_name', 'first_name', 'last_name', 'company', 'deleted_at'],
  usesIn: (record) => usesOfContact(record as unknown as Contact),
};

export const sources: readonly Source[] = [contacts, mails];

const byTable = new Map(sources.map((source) => [source.resource.table, source]));

/** The uses of a stored record of this table. */
export function usesOfRow(table: string, doc: string): Use[] {
  return byTable.get(table)?.usesIn(JSON.parse(doc) as AnyRecord) ?? [];
}

export const keepMailUses = saveHook(mails);
export const keepContactUses = saveHook(contacts);
export const eraseMailUses = eraseHook(mails);
export const eraseContactUses = eraseHook(contacts);

function saveHook({ fields, usesIn }: Source): SaveHook {
  return (tx, record, stored) => {
    const before = stored?.record;
    if (before && fields.every((field) => record[field] === before[field])) return undefined;
    return async () => {
      await changeUses(tx, before ? usesIn(before) : [], usesIn(record));
      return [];
    };
  };
}

function eraseHook({ usesIn }: Source): EraseHook {
  return (tx, record) => changeUses(tx, usesIn(record), []);
}

/** Replaces uses by others. A use that is there already, or no longer, is not counted again. */
export async function changeUses(tx: Tx, before: readonly Use[], after: readonly Use[]): Promise<void> {
  // Most changes are new mails, and most others leave all uses as they are.
  const isIn = (uses: readonly Use[]) => {
    const known = new Set(before.length > 0 && after.length > 0 ? uses.map(textOf) : []);
    return (use: Use) => known.size > 0 && known.has(textOf(use));
  };
  const [had, has] = [isIn(before), isIn(after)];
  const changes = new Map<string, Changes>();
  const changesOf = ({ address }: Use): Changes => {
    const known = changes.get(address) ?? { gone: [], come: [] };
    changes.set(address, known);
    return known;
  };
  for (const use of before) if (!has(use) && (await dropUse(tx, use))) changesOf(use).gone.push(use);
  for (const use of after) if (!had(use) && (await addUse(tx, use))) changesOf(use).come.push(use);
  if (changes.size === 0) return;
  const stored = await findCorrespondents(tx, [...changes.keys()]);
  for (const [address, change] of changes) await changeOne(tx, address, stored.get(address), change);
}

interface Changes {
  gone: Use[];
  come: Use[];
}

function textOf(use: Use): string {
  return JSON.stringify(Object.values(use));
}

async function changeOne(
  tx: Tx,
  address: string,
  before: Correspondent | undefined,
  { gone, come }: Changes,
): Promise<void> {
  const row = before ? { ...before } : newCorrespondent(address);
  for (const use of gone) if (use.kind !== 'contact') count(row, use, -1);
  for (const use of come) if (use.kind !== 'contact') count(row, use, 1);
  if (gone.some(({ kind }) => kind !== 'contact')) await renewLatest(tx, row, gone);
  if ([...gone, ...come].some(({ kind }) => kind === 'contact')) await renewContact(tx, row);
  const mails = row.written + row.received + row.bulk;
  if (mails === 0) Object.assign(row, { shown: '', score: 0, mail_name: null, name_at: null });
  row.mail_words = mails === 0 ? '' : mailWords(row, before);
  const isLeft = mails > 0 || row.contact_id !== null;
  if (isLeft) putCorrespondent(tx, row);
  else dropCorrespondent(tx, address);
  changeWords(tx, address, before ? allWords(before) : '', isLeft ? allWords(row) : '');
}

function mailWords({ mail_name, shown }: Correspondent, before: Correspondent | undefined): string {
  const isSame = before?.mail_name === mail_name && before.shown === shown && before.mail_words !== '';
  return isSame ? before.mail_words : wordsOf([mail_name, shown]);
}

function newCorrespondent(address: string): Correspondent {
  const counts = { written: 0, received: 0, bulk: 0, score: 0 };
  const mail = { shown: '', last_written_at: null, mail_name: null, name_at: null, mail_words: '' };
  const contact = { contact_id: null, contact_name: null, contact_order: null, contact_shown: null, contact_words: '' };
  return { address, ...counts, ...mail, ...contact };
}

function count(row: Correspondent, { kind, at, name, shown }: Use, step: 1 | -1): void {
  row[kind as 'written' | 'received' | 'bulk'] += step;
  row.score = Math.max(0, row.score + step * scoreOf(kind, at));
  if (step < 0) return;
  if (row.shown === '') row.shown = shown;
  if (kind === 'written') row.last_written_at = Math.max(at, row.last_written_at ?? at);
  if (name !== null && at >= (row.name_at ?? at)) Object.assign(row, { mail_name: name, name_at: at });
}

const NAMED = 20; // mails of each kind in which a name is looked for when the one that had it is gone

async function renewLatest(tx: Tx, row: Correspondent, gone: readonly Use[]): Promise<void> {
  const { address } = row;
  if (gone.some(({ at }) => at === row.last_written_at))
    row.last_written_at = (await latestUses(tx, address, 'written', 1))[0]?.at ?? null;
  if (!gone.some(({ at }) => at === row.name_at)) return;
  const latest: Use[] = [];
  for (const kind of ['written', 'received', 'bulk'] as const)
    latest.push(...(await latestUses(tx, address, kind, NAMED)).filter(({ name }) => name !== null));
  const best = latest.toSorted((a, b) => b.at - a.at)[0];
  Object.assign(row, { mail_name: best?.name ?? null, name_at: best?.at ?? null });
}

// If several contacts have the address, the oldest counts.
async function renewContact(tx: Tx, row: Correspondent): Promise<void> {
  const contact = await firstUse(tx, row.address, 'contact');
  row.contact_id = contact?.recordId ?? null;
  row.contact_name = contact?.name ?? null;
  row.contact_order = contact ? sortKey(contact.name ?? '', limits.sortKeyChars) : null;
  row.contact_shown = contact?.shown ?? null;
  row.contact_words = contact?.words ?? '';
}

function allWords({ mail_words, contact_words }: Correspondent): string {
  return `${mail_words} ${contact_words}`;
}

function changeWords(tx: Tx, address: string, before: string, after: string): void {
  if (before === after) return;
  const [had, has] = [before, after].map((words) => new Set(words.split(' ').filter(Boolean))) as [
    Set<string>,
    Set<string>,
  ];
  for (const word of had) if (!has.has(word)) dropWord(tx, word, address);
  for (const word of has) if (!had.has(word)) addWord(tx, word, address);
}
