// ETags of records. A tag begins with the seq of the record's last change, which If-Match compares. The rest
// distinguishes the representations of one version: a schema upgrade may rewrite the stored documents.
import { hash } from 'node:crypto';
import type { Resource } from '../../resources/resource.ts';
import { schemaVersion } from '../migrations/run.ts';

/** A version of a record. */
export interface Version {
  seq: number;
  /** If some fields, such as the time of a check, change without an entry in the log. */
  etag?: string;
}

export function tagOf({ seq, etag }: Version): string {
  return etag ?? `"${seq}-${schemaVersion}"`;
}

/** A tag that changes whenever the text changes. */
export function contentTag(seq: number, text: string): string {
  return `"${seq}-${hash('sha256', text).slice(0, 16)}"`;
}

/** The ETag, if it depends on the document: because parts of it change, or one is still to be computed. */
export function markOf({ etag, computedLater }: Resource, seq: number, doc: string): { etag?: string } {
  const isOpen = computedLater !== null && doc.includes(`"${computedLater}":null`);
  return etag === 'content' || isOpen ? { etag: contentTag(seq, doc) } : {};
}

/** The seq of a strong tag, also of an earlier schema; -1 for any other tag. */
export function seqOfTag(tag: string): number {
  const [, seq] = /^"(0|[1-9]\d*)(?:-(?:\d+|[0-9a-f]{16}))?"$/.exec(tag) ?? [];
  return seq === undefined ? -1 : Number(seq);
}
