// ETags of records. A tag begins with the seq of the record's last change: that is the version that If-Match compares.
// The rest tells apart the representations of one version: an upgrade of the schema may rewrite the stored documents.
import { hash } from 'node:crypto';
import { schemaVersion } from './migrations/all.ts';

/** A version of a record. */
export interface Version {
  seq: number;
  /** Where something of the record, such as the time of a check, changes without an entry in the log. */
  etag?: string;
}

export function tagOf({ seq, etag }: Version): string {
  return etag ?? `"${seq}-${schemaVersion}"`;
}

/** A tag that is another whenever the text is. */
export function contentTag(seq: number, text: string): string {
  return `"${seq}-${hash('sha256', text).slice(0, 16)}"`;
}

/** The seq of a strong tag of ours, of an earlier schema too; -1 for any other tag. */
export function seqOfTag(tag: string): number {
  const [, seq] = /^"(0|[1-9]\d*)(?:-(?:\d+|[0-9a-f]{16}))?"$/.exec(tag) ?? [];
  return seq === undefined ? -1 : Number(seq);
}
