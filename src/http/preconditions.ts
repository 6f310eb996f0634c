// ETag, If-Match and If-None-Match (RFC 9110 section 13.1). A record's version is the seq of its last change.
// If-Match guards against lost updates, so it compares the seq; If-None-Match compares the whole tag, so that no byte
// of a response can change behind a 304.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { seqOfTag } from '../store/tables/etags.ts';
import { codingFor, isNegotiated, tagFor, varyByEncoding, withoutCoding } from './compression.ts';

/** The versions that If-Match allows; null if any version does. */
export function allowedVersions(ifMatch: string | undefined): number[] | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  // A weak tag never matches If-Match, and neither does a tag in another format.
  return tagsOf(ifMatch).map(withoutCoding).map(seqOfTag);
}

export function isUnchanged(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (ifNoneMatch === undefined || etag === null) return false;
  return ifNoneMatch.trim() === '*' || tagsOf(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag);
}

/**
 * Answers with 304 if the client already has this representation; returns whether it did. `chars` is the length of
 * the text that may be compressed.
 */
export function sendNotModified(request: FastifyRequest, reply: FastifyReply, etag: string, chars: number): boolean {
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers;
  if (ifNoneMatch === undefined) return false;
  const served = tagFor(etag, codingFor(acceptEncoding, chars));
  if (!isUnchanged(ifNoneMatch, served)) return false;
  if (isNegotiated(chars)) varyByEncoding(reply);
  reply.code(304).header('etag', served).send();
  return true;
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
