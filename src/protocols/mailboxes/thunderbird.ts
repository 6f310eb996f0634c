// The profile of Thunderbird, or a folder with several: its mail is in Mail/<server> and ImapMail/<server>, each of them
// with mailbox files, and their subfolders in folders that end in .sbd.
import type { Dirent } from 'node:fs';
import { folderOfPath } from './folders.ts';

const SERVERS = /^(?:Mail|ImapMail)$/;
export const PROFILE_FOLDER = 'it is a folder of the profile of Thunderbird without mail';
export const FEEDS = 'it has news feeds of Thunderbird, not mail';

/** The file by which a profile is known. */
export const PROFILE_FILE = 'prefs.js';

export function isFeeds(name: string): boolean {
  return name === 'Feeds';
}

/** Whether a folder with these entries is a profile. */
export function isProfile(entries: readonly Dirent[]): boolean {
  return (
    entries.some(({ name }) => name === PROFILE_FILE) &&
    entries.some((entry) => entry.isDirectory() && SERVERS.test(entry.name))
  );
}

/** Whether a folder of a profile has the folders of servers. */
export function hasServers(name: string): boolean {
  return SERVERS.test(name);
}

/** The folder path of mail of a server, as its mail programs mean it. */
export function pathInProfile(path: readonly string[]): string[] {
  const names = path.map(decodeName);
  const [first = '', ...rest] = names;
  if (/^(?:templates|vorlagen|modèles|plantillas|modelli|sjablonen|szablony)$/i.test(first)) return ['Drafts'];
  const folder = folderOfPath([first]);
  if (folder === 'TRASH' || folder === 'SPAM') return [first]; // also what was deleted with its folder
  // Archives are divided by years and months, which the dates of the mails say too.
  if (folder === 'ARCHIVE') {
    const own = rest.filter((name) => !/^\d{4}(?:-\d{2})?$/.test(name));
    return own.length === 0 ? [first] : [first, ...own];
  }
  return names;
}

/**
 * The folders below that of a server, in a profile of an archive; null for other files. `profiles` are the folders with
 * the settings of a profile.
 */
export function foldersOfServer(folders: readonly string[], profiles: ReadonlySet<string>): string[] | null {
  const at = folders.findIndex((name, index) => hasServers(name) && profiles.has(folders.slice(0, index).join('/')));
  return at < 0 ? null : folders.slice(at + 2);
}

/** The name of an IMAP folder is in its modified UTF-7 (RFC 3501 section 5.1.3). */
function decodeName(name: string): string {
  return name.replaceAll(/&([A-Za-z0-9+,]*)-/g, (written, base64: string) => {
    if (base64 === '') return '&';
    const bytes = Buffer.from(base64.replaceAll(',', '/'), 'base64');
    return bytes.length < 2
      ? written
      : bytes
          .subarray(0, bytes.length & ~1)
          .swap16()
          .toString('utf16le');
  });
}
