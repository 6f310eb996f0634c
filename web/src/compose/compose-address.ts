// What the address /compose asks for: a new mail (?to=…&subject=…&body=…, or ?url=mailto:… from a link of a web page),
// a draft (?draft=ID), or an answer (?reply=ID, ?reply-all=ID, ?forward=ID).

export type AnswerMode = 'reply' | 'reply-all' | 'forward';

export type AddressRequest =
  | { draftId: string }
  | { emailId: string; mode: AnswerMode }
  | { to?: string; subject?: string; body?: string };

export function readComposeAddress(search: string): AddressRequest {
  const query = new URLSearchParams(search);
  const draftId = query.get('draft');
  if (draftId) return { draftId };
  for (const mode of ['reply', 'reply-all', 'forward'] as const) {
    const emailId = query.get(mode);
    if (emailId) return { emailId, mode };
  }
  const url = query.get('url');
  return url ? readMailto(url) : newMail(query);
}

/** RFC 6068: mailto:ann@example.org?subject=Tea&body=At%20five */
function readMailto(url: string): AddressRequest {
  const [, addresses = '', search = ''] = /^mailto:([^?]*)\??(.*)$/is.exec(url) ?? [];
  // In a mailto address + is a plus, unlike in a query.
  const query = new URLSearchParams(search.replaceAll('+', '%2B'));
  const to = [decode(addresses), ...query.getAll('to')].filter(Boolean).join(', ');
  query.set('to', to);
  return newMail(query);
}

function newMail(query: URLSearchParams): AddressRequest {
  const values = ['to', 'subject', 'body'].map((name) => [name, query.get(name)?.replaceAll('\r\n', '\n')]);
  return Object.fromEntries(values.filter(([, value]) => value));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
