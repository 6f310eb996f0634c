// Text with its web addresses as links. Everything else stays text.
const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi;
/** What ends a sentence is not part of an address. */
const AFTER = /[.,;:!?)\]}'’”]+$/;

export function LinkedText({ text }: { text: string }) {
  const parts: (string | { href: string })[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const href = match[0].replace(AFTER, '');
    parts.push(text.slice(end, match.index), { href });
    end = match.index + href.length;
  }
  parts.push(text.slice(end));
  return parts.map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
      <a key={index} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.href}
      </a>
    ),
  );
}
