// Text with the words of a search marked. The parts come from the service as plain text.
import type { components } from 'daybook-client';
import styles from './search.module.css';

type Highlight = components['schemas']['Highlight'];

/** The marked text of a field, or the text as it is if nothing of the field matches. */
export function Marked({ highlights, field, text }: { highlights: readonly Highlight[]; field: string; text: string }) {
  const found = highlights.find((one) => one.field === field);
  return found ? <Parts parts={found.parts} /> : text;
}

/** The place in a long text, such as the body of a mail, where the words are. */
export function Excerpt({ highlights, fields }: { highlights: readonly Highlight[]; fields: readonly string[] }) {
  const found = highlights.find((one) => fields.includes(one.field));
  return found ? <Parts parts={found.parts} /> : null;
}

function Parts({ parts }: { parts: Highlight['parts'] }) {
  return parts.map(({ text, match }, index) =>
    match ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
      <mark key={index} className={styles.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
