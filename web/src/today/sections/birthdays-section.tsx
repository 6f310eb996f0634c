// Birthdays and anniversaries of contacts in the coming seven days.

import { Link } from 'wouter';
import { isBirthday, nameOfDay } from '../../calendar/events/birthdays.ts';
import { useContact } from '../../contacts/card/use-contact.ts';
import { primaryAddress } from '../../contacts/contact-text.ts';
import { pictureOf } from '../../contacts/picture.ts';
import type { CalendarEvent } from '../../data/types.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Gift } from '../../ui/icons.ts';
import { dayOf, formatRelativeDay } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { links } from '../links.ts';
import styles from './birthdays.module.css';
import { Section } from './section.tsx';

/** The events of the calendar `birthdays` that belong to a contact. */
export function BirthdaysSection({ events }: { events: readonly CalendarEvent[] }) {
  const { today } = useWords();
  const days = events.filter(({ contact_id }) => contact_id);
  if (days.length === 0) return null;
  return (
    <Section title={today.birthdays}>
      <ul>
        {days.map((event) => (
          <BirthdayRow key={event.id} event={event} />
        ))}
      </ul>
    </Section>
  );
}

function BirthdayRow({ event }: { event: CalendarEvent }) {
  const { today } = useWords();
  const hasBirthday = isBirthday(event);
  const name = nameOfDay(event);
  const age = event.age ?? null;
  const contact = useContact(event.contact_id ?? '').data;
  const years = age === null ? null : hasBirthday ? today.turns(age) : today.years(age);
  return (
    <li>
      <Link href={links.contact(event.contact_id ?? '')} className={styles.row}>
        <Avatar name={name} address={contact && primaryAddress(contact)} src={pictureOf(contact?.avatar_path)} />
        <span className={styles.text}>
          <span className={styles.name}>{name}</span>
          <span className={styles.detail}>
            {[hasBirthday ? today.birthday : today.anniversary, years].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className={styles.day} data-today={event.start_date === dayOf(new Date()) || undefined}>
          {event.start_date === dayOf(new Date()) && <Gift aria-hidden />}
          {formatRelativeDay(event.start_date ?? '')}
        </span>
      </Link>
    </li>
  );
}
