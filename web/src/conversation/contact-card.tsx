// A mail address that opens a card: the person, and what can be done with them.
import { openCompose } from '../compose/compose-store.ts';
import { copyText } from '../shell/copy-text.ts';
import { goTo } from '../shell/navigation/navigation-state.ts';
import { Button } from '../ui/controls/button.tsx';
import { Avatar } from '../ui/display/avatar.tsx';
import { Compose, Copy, NewContact, Person as PersonIcon, Search } from '../ui/icons.ts';
import { Popover } from '../ui/overlays/popover.tsx';
import { useWords } from '../words/words.ts';
import styles from './contact-card.module.css';
import { useContactOf } from './contact-of.ts';
import { addContact } from './mails/mail-writes.ts';
import { nameOf, type Person } from './mails/people.ts';

export function ContactCard({ person }: { person: Person }) {
  const { conversation } = useWords();
  return (
    <Popover
      label={conversation.card(nameOf(person))}
      trigger={
        <button type="button" className={styles.address} data-has-text>
          <bdi>{person.address}</bdi>
        </button>
      }
    >
      {(close) => <Card person={person} onClose={close} />}
    </Popover>
  );
}

function Card({ person, onClose }: { person: Person; onClose: () => void }) {
  const { conversation } = useWords();
  const contact = useContactOf(person.address);
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <Avatar size="large" name={person.name} address={person.address} />
        <div className={styles.names}>
          <strong>
            <bdi>{contact?.display_name ?? nameOf(person)}</bdi>
          </strong>
          <span>
            <bdi>{person.address}</bdi>
          </span>
          {contact?.company && <span>{contact.company}</span>}
        </div>
      </div>
      <div className={styles.actions}>
        <Button
          variant="quiet"
          icon={<Compose />}
          data-autofocus
          onClick={run(() => openCompose({ to: addressWithName(person) }))}
        >
          {conversation.write}
        </Button>
        <Button
          variant="quiet"
          icon={<Search />}
          onClick={run(() => goTo(`/search?${new URLSearchParams({ q: `from:${person.address}` })}`))}
        >
          {conversation.allMail}
        </Button>
        {contact ? (
          <Button variant="quiet" icon={<PersonIcon />} onClick={run(() => goTo(`/contacts/${contact.id}`))}>
            {conversation.openContact}
          </Button>
        ) : (
          <Button variant="quiet" icon={<NewContact />} onClick={run(() => void addContact(person))}>
            {conversation.addContact}
          </Button>
        )}
        <Button variant="quiet" icon={<Copy />} onClick={run(() => void copyText(person.address, conversation.copied))}>
          {conversation.copyAddress}
        </Button>
      </div>
    </div>
  );
}

function addressWithName({ name, address }: Person): string {
  return name ? `"${name.replaceAll(/["\\]/gu, '')}" <${address}>` : address;
}
