// JSON texts as PostgreSQL can read them. A text of PostgreSQL cannot hold \u0000 or half a surrogate pair, and `->` on
// a document with one of them anywhere fails; for reading they are replaced by U+FFFD.

/** The SQL for the document as JSON. */
export function readableJson(doc: string): string {
  return String.raw`(case when position('\u' in ${doc}) = 0 then ${doc}
    else regexp_replace(${doc}, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\ufffd', 'g') end)::json`;
}
