// A mailbox in memory with a connection to it, for faults that real servers seldom have: they do not report the status of
// a folder, refuse or withhold a message, report a wrong size, break the connection. It has neither CONDSTORE nor QRESYNC,
// so every scan reads everything.
import type { ImapConnection } from '../../src/protocols/imap/connection.ts';

interface Message {
  source: string;
  flags: Set<string>;
  date: Date;
}

interface Folder {
  uidValidity: number;
  uidNext: number;
  specialUse: string | undefined;
  messages: Map<number, Message>;
}

export interface Mailbox {
  folders: Map<string, Folder>;
  /** What is put before the path of a folder that is made. */
  prefix: string;
  /** By how much the sizes that the server reports are wrong. */
  sizeOff: number;
  /** Whether it reports the new UID of a moved message (UIDPLUS). */
  tellsPlace: boolean;
  searches: boolean;
  /** Whether it gives pieces of a message; one that does not gives all of it. */
  givesPieces: boolean;
  /** What happens before messages are fetched. */
  onFetch: () => void;
  /** The folders that were opened. */
  opened: string[];
  silent: Set<string>;
  unreadable: Set<string>;
  short: Set<string>;
  /** Messages by their subject that are refused, withheld, or that break the connection. */
  refused: Set<string>;
  withheld: Set<string>;
  breaking: Set<string>;
  /** Which of the two breaks it. */
  breaksAt: 'head' | 'source';
  add(path: string, source: string, options?: { uid?: number; flags?: string[]; date?: string }): number;
  subjects(path: string): string[];
  remove(path: string, subject: string): void;
  connect(): ImapConnection;
}

export function sourceOf(subject: string, messageId: string | null = `<${subject.replaceAll(' ', '-')}@example.org>`) {
  const id = messageId === null ? [] : [`Message-ID: ${messageId}`];
  return ['From: b@example.org', 'To: a@example.org', `Subject: ${subject}`, ...id, '', `This is ${subject}.`].join(
    '\r\n',
  );
}

function headerOf({ source }: Message, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(source)?.[1]?.trim();
}

export function createMailbox(paths: Record<string, string | undefined>): Mailbox {
  let lives = 0;
  const makeFolder = (specialUse?: string): Folder => ({
    uidValidity: ++lives,
    uidNext: 1,
    specialUse,
    messages: new Map(),
  });
  const folders = new Map(Object.entries(paths).map(([path, use]) => [path, makeFolder(use)]));
  const folderAt = (path: string): Folder => {
    const folder = folders.get(path);
    if (!folder) throw new Error(`there is no folder ${path}`);
    return folder;
  };
  const box: Mailbox = {
    folders,
    prefix: '',
    sizeOff: 0,
    tellsPlace: true,
    searches: true,
    givesPieces: true,
    onFetch: () => {},
    opened: [],
    silent: new Set(),
    unreadable: new Set(),
    short: new Set(),
    refused: new Set(),
    withheld: new Set(),
    breaking: new Set(),
    breaksAt: 'head',
    add(path, source, { uid, flags = [], date = '2026-01-01' } = {}) {
      const folder = folderAt(path);
      const at = uid ?? folder.uidNext;
      folder.uidNext = Math.max(folder.uidNext, at + 1);
      folder.messages.set(at, { source, flags: new Set(flags), date: new Date(date) });
      return at;
    },
    subjects: (path) => [...folderAt(path).messages.values()].map((one) => headerOf(one, 'Subject') ?? ''),
    remove(path, subject) {
      const { messages } = folderAt(path);
      for (const [uid, one] of messages) if (headerOf(one, 'Subject') === subject) messages.delete(uid);
    },
    connect: () => connect(box, folderAt, makeFolder),
  };
  return box;
}

function connect(box: Mailbox, folderAt: (path: string) => Folder, makeFolder: () => Folder): ImapConnection {
  let open = '';
  const { folders } = box;
  const here = () => folderAt(open).messages;
  const picked = (range: string) =>
    [...here()].filter(([uid]) => range === '1:*' || range.split(',').includes(String(uid)));
  const answerOf = ([uid, one]: [number, Message]) => ({
    uid,
    flags: one.flags,
    size: one.source.length + box.sizeOff,
    internalDate: one.date,
    envelope: { messageId: headerOf(one, 'Message-ID'), subject: headerOf(one, 'Subject') },
    source: Buffer.from(one.source),
  });
  const line = {
    usable: true,
    get mailbox() {
      if (open === '') return false;
      return { uidValidity: BigInt(folderAt(open).uidValidity), exists: here().size, noModseq: true };
    },
    on() {},
    off() {},
    async noop() {},
    list: async () =>
      [...folders].map(([path, { uidValidity, messages, specialUse }]) => ({
        path,
        delimiter: '.',
        specialUse,
        flags: new Set<string>(),
        ...(!box.silent.has(path) && { status: { uidValidity: BigInt(uidValidity), messages: messages.size } }),
      })),
    async getMailboxLock(path: string) {
      if (box.unreadable.has(path)) throw new Error('the folder cannot be opened now');
      folderAt(path);
      open = path;
      box.opened.push(path);
      return { release() {} };
    },
    async *fetch(range: string) {
      for (const one of picked(range).slice(box.short.has(open) ? 1 : 0)) yield answerOf(one);
    },
    async fetchAll(range: string, query: { source?: boolean | { start: number; maxLength: number } }) {
      const all = picked(range);
      box.onFetch();
      const isIn = (subjects: Set<string>) => all.some(([, one]) => subjects.has(headerOf(one, 'Subject') ?? ''));
      if (isIn(box.breaking) && (box.breaksAt === 'source') === Boolean(query.source)) {
        line.usable = false;
        throw new Error('the line is broken');
      }
      if (isIn(box.refused)) throw new Error('NO the message is damaged');
      return all
        .filter(([, one]) => !box.withheld.has(headerOf(one, 'Subject') ?? ''))
        .map(answerOf)
        .map((answer) => {
          if (typeof query.source !== 'object' || !box.givesPieces) return answer;
          const { start, maxLength } = query.source;
          return { ...answer, source: answer.source.subarray(start, start + maxLength) };
        });
    },
    async search(query: { uid?: string; since?: Date }) {
      if (!box.searches) return false;
      const { uid = '1:*', since } = query;
      return picked(uid)
        .filter(([, { date }]) => !since || date >= since)
        .map(([one]) => one);
    },
    async messageFlagsAdd(uid: string, flags: string[]) {
      for (const flag of flags) here().get(Number(uid))?.flags.add(flag);
      return true;
    },
    async messageFlagsRemove(uid: string, flags: string[]) {
      for (const flag of flags) here().get(Number(uid))?.flags.delete(flag);
      return true;
    },
    async messageMove(given: string, path: string) {
      const uid = Number(given);
      const { source, flags, date } = here().get(uid) as Message;
      const to = box.add(path, source, { flags: [...flags], date: date.toISOString() });
      here().delete(uid);
      const { uidValidity } = folderAt(path);
      return box.tellsPlace ? { uidMap: new Map([[uid, to]]), uidValidity: BigInt(uidValidity) } : {};
    },
    async messageDelete(uid: string) {
      return here().delete(Number(uid));
    },
    async mailboxCreate(given: string) {
      const path = given.startsWith(box.prefix) ? given : box.prefix + given;
      const created = !folders.has(path);
      if (created) folders.set(path, makeFolder());
      return { path, created };
    },
  };
  return line as unknown as ImapConnection;
}
