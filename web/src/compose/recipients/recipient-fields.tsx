// To, Cc and Bcc. Cc and Bcc are shown when they have recipients or are asked for, and while a chip can be dropped there.
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { type Recipient, withRecipients } from '../../words/address-list.ts';
import { useWords } from '../../words/words.ts';
import styles from '../composer.module.css';
import type { DraftContent } from '../drafts/draft-content.ts';
import type { DraftSession } from '../drafts/draft-session.ts';
import { waitForLookup } from './lookups.ts';
import { RECIPIENT_LISTS, type RecipientList } from './recipient-chip.tsx';
import { RecipientField } from './recipient-field.tsx';

interface RecipientFieldsProps {
  session: DraftSession;
  content: DraftContent;
  isSmall: boolean;
}

export function RecipientFields({ session, content, isSmall }: RecipientFieldsProps) {
  const { compose } = useWords();
  const [asked, setAsked] = useState<ReadonlySet<RecipientList>>(new Set());
  const [announcement, setAnnouncement] = useState('');
  const [isDragging, setDragging] = useState(false);
  const isShown = (list: RecipientList) => list === 'to' || isDragging || asked.has(list) || content[list].length > 0;
  /** A moment later: a browser ends a drag during whose start the page changes. */
  const onDrag = (isDragged: boolean) => void setTimeout(() => setDragging(isDragged));
  const show = (list: RecipientList, takesFocus: boolean) => {
    setAsked((all) => new Set([...all, list]));
    if (takesFocus)
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`[data-composer="${session.key}"] [data-list="${list}"] input`)?.focus(),
      );
  };
  const onAdd = (list: RecipientList, added: readonly Recipient[]) => {
    const [first] = added;
    if (!first) return;
    session.change({ [list]: withRecipients(session.content[list], added) });
    setAnnouncement(
      added.length === 1
        ? compose.recipientAdded(first.name || first.address, compose[list])
        : compose.recipientsAdded(added.length, compose[list]),
    );
  };
  const without = (list: RecipientList, removed: Recipient) =>
    session.content[list].filter(({ address }) => address !== removed.address);
  const onRemove = (list: RecipientList, removed: Recipient) => {
    session.change({ [list]: without(list, removed) });
    setAnnouncement(compose.recipientRemoved(removed.name || removed.address));
  };
  const onMove = (recipient: Recipient, from: RecipientList, to: RecipientList) => {
    show(to, false);
    setDragging(false); // the chip has left the page, where its drag would end
    session.change({ [from]: without(from, recipient), [to]: withRecipients(session.content[to], [recipient]) });
    setAnnouncement(compose.recipientMoved(recipient.name || recipient.address, compose[to]));
  };
  const hidden = RECIPIENT_LISTS.filter((list) => !isShown(list));
  return (
    <>
      {RECIPIENT_LISTS.filter(isShown).map((list) => (
        <RecipientField
          key={list}
          list={list}
          recipients={content[list]}
          isSmall={isSmall}
          onAdd={onAdd}
          onRemove={onRemove}
          onMove={onMove}
          onDrag={onDrag}
          onLookup={(lookup) => waitForLookup(session, lookup)}
          end={
            list === 'to' &&
            hidden.map((one) => (
              <Button key={one} size="small" variant="quiet" onClick={() => show(one, true)}>
                {compose[one]}
              </Button>
            ))
          }
        />
      ))}
      <p role="status" className={styles.announcement}>
        {announcement}
      </p>
    </>
  );
}
