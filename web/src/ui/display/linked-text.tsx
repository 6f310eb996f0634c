// Text with its web and mail addresses as links; everything else stays text.
import { linkParts } from './links.ts';

export interface LinkedTextProps {
  text: string;
  /** Opens a link within the app; says whether it did. */
  onLink?: (href: string) => boolean;
}

export function LinkedText({ text, onLink }: LinkedTextProps) {
  return linkParts(text).map(({ text: part, href }, at) =>
    href === undefined ? (
      part
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
        key={at}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        onClick={(event) => onLink?.(href) && event.preventDefault()}
      >
        {part}
      </a>
    ),
  );
}
