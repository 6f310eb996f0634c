// ETag, If-Match and If-None-Match (RFC 9110 section 13.1). A record's version is the seq of its last change.

/** The versions that If-Match allows; null when any will do. */
export function allowedVersions(ifMatch: string | undefined): number[] | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  // A weak tag never matches If-Match, nor does a tag of another make: neither is a version of ours.
  return tagsOf(ifMatch).map((tag) => (/^"(0|[1-9]\d*)"$/.test(tag) ? Number(tag.slice(1, -1)) : -1));
}

export function isUnchanged(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (ifNoneMatch === undefined || etag === null) return false;
  return ifNoneMatch.trim() === '*' || tagsOf(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag);
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
