// The card of a contact: who it is, how to reach them, and all mails and events with them.

import { useEffect, useMemo, useRef } from 'react';
import { openEditor as openEventEditor } from '../../calendar/editor/editor-store.ts';
import { openCompose } from '../../compose/compose-store.ts';
import { usePending } from '../../data/changes/pending.ts';
import { useCollection } from '../../data/live/live.ts';
import type { Contact } from '../../data/types.ts';
import { useActionTarget } from '../../shell/actions/action-target.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { hueOf } from '../../ui/hues.ts';
import { Back, Edit, Mail, NewEvent, Person, Phone, Trash } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { deleteContacts, removeTag } from '../contact-changes.ts';
import { primaryAddress, primaryNumber, recipientOf, telephoneLink } from '../contact-text.ts';
import { openContactEditor } from '../editor-store.ts';
import { pictureOf } from '../picture.ts';
import { TagPicker } from '../tags/tag-picker.tsx';
import styles from './contact-card.module.css';
import { ContactDetails } from './contact-details.tsx';
import { ContactHistory } from './contact-history.tsx';
import { useContact } from './use-contact.ts';

const NOBODY: readonly Contact[] = [];

interface ContactCardProps {
  id: string;
  onBack: (() => void) | undefined;
  /** The contact was just added: its card gets the focus. */
  takesFocus?: boolean;
}

export function ContactCard({ id, onBack, takesFocus = false }: ContactCardProps) {
  const { contacts: words, common } = useWords();
  const state = useContact(id);
  const found = useMemo(() => (state.data ? [state.data] : NOBODY), [state.data]);
  const contact = usePending('contacts', found)[0];
  const isGone = state.error !== undefined || contact?.deleted_at;
  useActionTarget(useMemo(() => (contact && !isGone ? { contact, contacts: [contact] } : {}), [contact, isGone]));
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) card.current?.focus();
  }, [takesFocus]);
  return (
    <article
      ref={card}
      className={styles.card}
      tabIndex={-1}
      aria-label={contact?.display_name}
      aria-busy={!contact && !isGone}
    >
      {onBack && <IconButton className={styles.back} label={common.back} icon={<Back />} onClick={onBack} />}
      {isGone ? (
        <EmptyState icon={<Person />} title={words.gone} text={words.goneHelp} />
      ) : contact ? (
        <Card contact={contact} level={onBack ? 1 : 2} />
      ) : (
        <CardShape />
      )}
    </article>
  );
}

/** The name is the heading of the screen where the card is alone on it. */
function Card({ contact, level }: { contact: Contact; level: 1 | 2 }) {
  const Heading = level === 1 ? 'h1' : 'h2';
  const { contacts: words } = useWords();
  const work = [contact.job_title, contact.company].filter(Boolean).join(', ');
  return (
    <>
      <header className={styles.header}>
        <Avatar
          size="large"
          className={styles.picture}
          name={contact.display_name}
          address={primaryAddress(contact)}
          src={pictureOf(contact.avatar_path)}
        />
        <div className={styles.who}>
          <Heading className={styles.name}>{contact.display_name || words.unnamed}</Heading>
          {work && <p className={styles.work}>{work}</p>}
          <Tags contact={contact} />
        </div>
        <Buttons contact={contact} />
      </header>
      <ContactDetails contact={contact} />
      <ContactHistory contact={contact} Heading={level === 1 ? 'h2' : 'h3'} />
    </>
  );
}

function Buttons({ contact }: { contact: Contact }) {
  const { contacts: words, common } = useWords();
  const address = primaryAddress(contact);
  const number = primaryNumber(contact);
  return (
    <div className={styles.buttons}>
      {address && (
        <Button
          variant="primary"
          icon={<Mail aria-hidden />}
          onClick={() => openCompose({ to: recipientOf(contact, address) })}
        >
          {words.write}
        </Button>
      )}
      {number && (
        <ButtonLink icon={<Phone aria-hidden />} href={telephoneLink(number)}>
          {words.call}
        </ButtonLink>
      )}
      {address && (
        <Button icon={<NewEvent aria-hidden />} onClick={() => newEventWith(contact.display_name, address)}>
          {words.newEvent}
        </Button>
      )}
      <span className={styles.tools}>
        <IconButton label={common.edit} keys="e" icon={<Edit />} onClick={() => openContactEditor({ contact })} />
        <IconButton label={common.delete} keys="#" icon={<Trash />} onClick={() => void deleteContacts([contact])} />
      </span>
    </div>
  );
}

function newEventWith(name: string, email: string): void {
  goTo('/calendar');
  openEventEditor({ draft: { attendees: [{ email, name, status: 'pending' }] } });
}

function Tags({ contact }: { contact: Contact }) {
  const { contacts: words } = useWords();
  const tags = useCollection('tags');
  return (
    <div className={styles.tags}>
      {contact.tags.map((name) => (
        <Chip
          key={name}
          hue={hueOf(tags.find((one) => one.name === name) ?? { name, color: null })}
          onRemove={() => void removeTag([contact], name)}
          removeLabel={words.removeTag(name)}
        >
          {name}
        </Chip>
      ))}
      <TagPicker contacts={[contact]} />
    </div>
  );
}

function CardShape() {
  return (
    <div className={styles.header}>
      <Skeleton width="6rem" height="6rem" round />
      <div className={styles.who}>
        <Skeleton width="14rem" height="1.75rem" />
        <Skeleton width="10rem" />
      </div>
    </div>
  );
}
