// Reads a mailto: link (RFC 6068): mailto:ann@example.org?subject=Tea&body=At%20five

export interface Mailto {
  to?: string;
  subject?: string;
  body?: string;
}

/** The recipients, the subject and the text that the link names; undefined if it is another link. */
export function readMailto(link: string): Mailto | undefined {
  const [match, addresses = '', search = ''] = /^mailto:([^?]*)\??(.*)$/is.exec(link) ?? [];
  if (match === undefined) return undefined;
  // In a mailto: link + is a plus sign, unlike in a query; the case of the names does not matter.
  const fields = [...new URLSearchParams(search.replaceAll('+', '%2B'))];
  const all = (name: string) => fields.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  const to = [decoded(addresses), ...all('to')].filter(Boolean).join(', ');
  const [subject] = all('subject');
  const body = all('body').join('\n').replaceAll('\r\n', '\n');
  return { ...(to && { to }), ...(subject && { subject }), ...(body && { body }) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
