// The files of a mail as an export records them, so that an import restores their ids and times. Anyone can write a
// mailbox file: an id is used only if the user does not have it yet, or if it has the same content in the same mail.
import { isContentName } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import { newValidator, validateFields } from '../records/validate.ts';
import type { Attachment, Email } from '../resources/email.ts';
import { datetime } from '../resources/fields.ts';
import type { FileRecord } from '../resources/file.ts';
import { readId } from '../values/ids.ts';

/**
 * One file of a mail. A missing member has its default: name and type of the attachment, the mail itself, the time of
 * that mail. `sha256` is missing if the file was deleted.
 */
export interface KeptFile {
  id: string;
  sha256?: string;
  filename?: string;
  mime?: string;
  email_id?: string | null;
  created_at?: string;
  updated_at?: string;
}

/** The files of the attachments, in their order; null for an attachment that names no file. */
export function keptFilesOf(mail: Email, files: ReadonlyMap<string, FileRecord>): (KeptFile | null)[] {
  return mail.attachments.map(({ file_id, filename, mime }) => {
    if (file_id === undefined) return null;
    const found = files.get(file_id);
    if (!found) return { id: file_id };
    return {
      id: file_id,
      sha256: found.sha256,
      ...(found.filename !== filename && { filename: found.filename }),
      ...(found.mime !== mime && { mime: found.mime }),
      ...(found.email_id !== mail.id && { email_id: found.email_id }),
      ...(found.created_at !== mail.created_at && { created_at: found.created_at }),
      ...(found.updated_at !== found.created_at && { updated_at: found.updated_at }),
    };
  });
}

/** The recorded files, without invalid values. */
export function readKeptFiles(input: unknown, now: number): (KeptFile | null)[] {
  if (!Array.isArray(input)) return [];
  return input.slice(0, limits.attachments).map((one: unknown) => {
    const { id, sha256, filename, mime, email_id, created_at, updated_at } = Object(one) as Record<string, unknown>;
    const known = typeof id === 'string' ? readId(id) : undefined;
    if (known === undefined) return null;
    const owner = typeof email_id === 'string' ? readId(email_id) : email_id === null ? null : undefined;
    const [made, changed] = [timeOf(created_at, now), timeOf(updated_at, now)];
    return {
      id: known,
      ...(typeof sha256 === 'string' && isContentName(sha256) && { sha256 }),
      ...(typeof filename === 'string' && { filename }),
      ...(typeof mime === 'string' && { mime }),
      ...(owner !== undefined && { email_id: owner }),
      ...(made !== undefined && { created_at: made }),
      ...(changed !== undefined && { updated_at: changed }),
    };
  });
}

function timeOf(value: unknown, now: number): string | undefined {
  const validator = newValidator('UTC');
  const { at } = validateFields({ at: datetime() }, { at: value }, validator);
  return validator.faults.length === 0 && Date.parse(at as string) <= now ? (at as string) : undefined;
}

export interface KeptFiles {
  /** Takes the recorded file of this content: by its digest, or by its position among the attachments. */
  take(sha256: string, index: number): KeptFile | undefined;
}

export function keptFilesFor(files: readonly (KeptFile | null)[]): KeptFiles {
  const left = [...files];
  return {
    take(sha256, index) {
      const isMeant = (one: KeptFile | null | undefined) => one?.sha256 === sha256;
      const found = isMeant(left[index]) ? index : left.findIndex(isMeant);
      const at = found < 0 && left[index] && left[index].sha256 === undefined ? index : found;
      const taken = left[at] ?? undefined;
      if (taken) left[at] = null;
      return taken;
    },
  };
}

/** What is stored about the file of an attachment. */
export function aboutKeptFile(
  kept: KeptFile | undefined,
  { filename, mime }: Pick<Attachment, 'filename' | 'mime'>,
  mail: Pick<Email, 'id' | 'created_at'>,
) {
  const created_at = kept?.created_at ?? mail.created_at;
  return {
    filename: kept?.filename ?? filename,
    mime: kept?.mime ?? mime ?? 'application/octet-stream',
    email_id: kept?.email_id === undefined ? mail.id : kept.email_id,
    ...(kept && { restored: { id: kept.id, created_at, updated_at: kept.updated_at ?? created_at } }),
  };
}
