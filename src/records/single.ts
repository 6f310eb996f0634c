// One record in the form that a request asks for: whole, some of its fields, or compact lines.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { type AnyRecord, asideOf, type Resource } from '../resources/resource.ts';
import type { Store } from '../store/port.ts';
import { contentTag, type Version } from '../store/tables/etags.ts';
import { joinTexts, membersOf, type ServedText } from '../values/served-text.ts';
import { compactRecord } from './compact-record.ts';
import { readContent, valuesOf } from './large-contents.ts';

export interface FormOptions {
  fields?: string[];
  format?: 'json' | 'compact';
  tz?: string;
}

/** A record as JSON, without a huge content if it is brief. */
type Given = Version & { text: string; isBrief?: boolean; body?: number | null };

/** `isResponse`: the text is the whole response, without an envelope. */
type Formed = Version & { text: ServedText; isBrief?: boolean; body?: number | null; isResponse?: true };

export async function inForm(
  store: Store,
  user: number,
  resource: Resource,
  given: Given,
  { fields, format, tz }: FormOptions,
  serviceZone: string,
): Promise<Formed> {
  if (format !== 'compact' && !fields) return given;
  const record = JSON.parse(given.text) as AnyRecord;
  const { seq, etag } = given;
  if (fields) {
    const wantsContent = given.isBrief && asideOf(resource).some((field) => fields.includes(field));
    const content = wantsContent ? await contentOf(store, user, given) : null;
    return { seq, ...(etag !== undefined && { etag }), text: pick(resource, record, content, fields) };
  }
  const values = given.isBrief ? await valuesOf(resource, await contentOf(store, user, given), limits.largeText) : {};
  const text = JSON.stringify(compactRecord(resource, { ...record, ...values }, tz ?? serviceZone, Date.now()));
  // Relative dates change without the record.
  return { seq, etag: contentTag(seq, text), text, isResponse: true };
}

async function contentOf(store: Store, user: number, { body }: Given): Promise<Buffer> {
  const content = await readContent(store, user, body as number);
  if (!content) throw new AppError('NOT_FOUND', 'The record has just been deleted for good.');
  return content;
}

/** The id and these fields of a record, as JSON; the fields of the side table are cut out of `content`, if it is given. */
export function pick(
  resource: Resource,
  record: AnyRecord,
  content: string | Buffer | null | undefined,
  fields: string[],
): ServedText {
  const aside = content ? membersOf(content, asideOf(resource)) : null;
  const jsonOf = (field: string) => {
    if (record[field] === undefined && asideOf(resource).includes(field)) return aside?.get(field) ?? 'null';
    return JSON.stringify(record[field]) as string | undefined;
  };
  const picked = [...new Set(['id', ...fields])].flatMap((field, index): (string | Buffer)[] => {
    const value = jsonOf(field);
    return value === undefined ? [] : [`${index === 0 ? '' : ','}"${field}":`, value];
  });
  return joinTexts(['{', ...picked, '}']);
}
