// What the address /compose asks for: a new mail (?to=…&subject=…&body=…, or ?url=mailto:… from a link of a web page),
// a draft (?draft=ID), or an answer (?reply=ID, ?reply-all=ID, ?forward=ID).
import { type Mailto, readMailto } from './mailto.ts';

export type AnswerMode = 'reply' | 'reply-all' | 'forward';

export type AddressRequest = { draftId: string } | { emailId: string; mode: AnswerMode } | Mailto;

export function readComposeAddress(search: string): AddressRequest {
  const query = new URLSearchParams(search);
  const draftId = query.get('draft');
  if (draftId) return { draftId };
  for (const mode of ['reply', 'reply-all', 'forward'] as const) {
    const emailId = query.get(mode);
    if (emailId) return { emailId, mode };
  }
  const url = query.get('url');
  return url ? (readMailto(url) ?? {}) : newMail(query);
}

function newMail(query: URLSearchParams): Mailto {
  const values = ['to', 'subject', 'body'].map((name) => [name, query.get(name)?.replaceAll('\r\n', '\n')]);
  return Object.fromEntries(values.filter(([, value]) => value));
}
