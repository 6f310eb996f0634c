// The quoted mail of a reply or a forwarded mail: one block that is never edited, folded until it is asked for. It is
// shown as text; what is sent is the original.
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Close, More } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import type { Text } from './draft-body.ts';
import styles from './draft-parts.module.css';

export function QuoteBlock({ quote, onRemove }: { quote: Text; onRemove(): void }) {
  const { compose } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.quote}>
      <div className={styles.bar}>
        <Button
          size="small"
          variant="quiet"
          icon={<More />}
          aria-expanded={isOpen}
          aria-label={isOpen ? compose.quoteHide : compose.quoteShow}
          onClick={() => setOpen(!isOpen)}
        />
        {isOpen && <IconButton size="small" label={compose.quoteRemove} icon={<Close />} onClick={onRemove} />}
      </div>
      {isOpen && (
        <section className={styles.quoted} aria-label={compose.quoteLabel}>
          {quote.plain}
        </section>
      )}
    </div>
  );
}

/** The signature, which belongs to the sender: it changes with the sender and can be removed from a mail. */
export function SignatureBlock({ signature, onRemove }: { signature: Text; onRemove(): void }) {
  const { compose } = useWords();
  return (
    <section className={styles.signature} aria-label={compose.signature}>
      <p className={styles.signed}>{`-- \n${signature.plain}`}</p>
      <IconButton
        size="small"
        className={styles.remove ?? ''}
        label={compose.signatureRemove}
        icon={<Close />}
        onClick={onRemove}
      />
    </section>
  );
}
