// Everything that is known about a contact: addresses, numbers, days, notes and fields of other programs.
import type { ReactNode } from 'react';
import { openCompose } from '../../compose/compose-store.ts';
import type { Contact } from '../../data/types.ts';
import { copyText } from '../../shell/copy-text.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Copy } from '../../ui/icons.ts';
import { dayOf } from '../../words/format.ts';
import { words as currentWords, useWords } from '../../words/words.ts';
import { addressLines, ageOn, formatDayOfLife, recipientOf, telephoneLink } from '../contact-text.ts';
import styles from './contact-details.module.css';

export function ContactDetails({ contact }: { contact: Contact }) {
  const { contacts: words } = useWords();
  const own = Object.entries(contact.custom_fields ?? {});
  const isEmpty =
    contact.emails.length + contact.phones.length + contact.addresses.length + own.length === 0 &&
    !contact.birthday &&
    !contact.anniversary &&
    !contact.notes;
  if (isEmpty) return <p className={styles.nothing}>{words.noDetails}</p>;
  return (
    <dl className={styles.details} aria-label={words.details}>
      <Emails contact={contact} />
      <Phones contact={contact} />
      <Addresses contact={contact} />
      {contact.birthday && (
        <Group title={words.birthday}>
          <Line text={birthdayText(contact.birthday)} />
        </Group>
      )}
      {contact.anniversary && (
        <Group title={words.anniversary}>
          <Line text={formatDayOfLife(contact.anniversary)} />
        </Group>
      )}
      {own.map(([key, value]) => (
        <Group key={key} title={key}>
          <Line text={textOf(value)} />
        </Group>
      ))}
      {contact.notes && (
        <Group title={words.notes}>
          <p className={styles.notes}>{contact.notes}</p>
        </Group>
      )}
    </dl>
  );
}

function Emails({ contact }: { contact: Contact }) {
  const { contacts: words } = useWords();
  if (contact.emails.length === 0) return null;
  return (
    <Group title={words.emails}>
      {contact.emails.map(({ address, label, primary }) => (
        <Line key={address} label={labelText(words.labels[label], primary && contact.emails.length > 1)} copy={address}>
          <button
            type="button"
            className={styles.link}
            aria-label={words.writeTo(address)}
            onClick={() => openCompose({ to: recipientOf(contact, address) })}
          >
            {address}
          </button>
        </Line>
      ))}
    </Group>
  );
}

function Phones({ contact }: { contact: Contact }) {
  const { contacts: words } = useWords();
  if (contact.phones.length === 0) return null;
  return (
    <Group title={words.phones}>
      {contact.phones.map(({ number, label, primary }) => (
        <Line key={number} label={labelText(words.labels[label], primary && contact.phones.length > 1)} copy={number}>
          <a className={styles.link} href={telephoneLink(number)}>
            {number}
          </a>
        </Line>
      ))}
    </Group>
  );
}

function Addresses({ contact }: { contact: Contact }) {
  const { contacts: words } = useWords();
  if (contact.addresses.length === 0) return null;
  return (
    <Group title={words.addresses}>
      {contact.addresses.map((address) => {
        const lines = addressLines(address);
        const label = (words.labels as Record<string, string>)[address.label ?? ''] ?? address.label ?? '';
        return (
          <Line key={lines.join('\n')} label={label} copy={lines.join('\n')}>
            <span className={styles.address}>{lines.join('\n')}</span>
          </Line>
        );
      })}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <dt className={styles.title}>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Line(props: { text?: string; label?: string; copy?: string; children?: ReactNode }) {
  const { contacts: words } = useWords();
  const { text, label, copy, children } = props;
  return (
    <div className={styles.line}>
      <span className={styles.value}>{children ?? text}</span>
      {label && <span className={styles.label}>{label}</span>}
      {copy && (
        <IconButton
          size="small"
          className={styles.copy}
          label={`${words.copy} ${copy.replaceAll('\n', ', ')}`}
          icon={<Copy />}
          onClick={() => void copyText(copy, words.copied(copy))}
        />
      )}
    </div>
  );
}

function labelText(label: string, isPrimary: boolean): string {
  return isPrimary ? `${label} · ${currentWords().contacts.primary}` : label;
}

function birthdayText(birthday: string): string {
  const age = ageOn(birthday, dayOf(new Date()));
  const day = formatDayOfLife(birthday);
  return age === null ? day : `${day} · ${currentWords().contacts.age(age)}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.map(textOf).join(', ')
      : JSON.stringify(value);
}
