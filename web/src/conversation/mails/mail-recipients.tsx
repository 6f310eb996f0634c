// Who a mail is from and to: a short line, and on request all addresses, the full date and the mailing list.
import { Fragment, type ReactNode, useState } from 'react';
import { useOwnAddresses } from '../../data/own-people.ts';
import type { Email } from '../../data/types.ts';
import { ChevronDown, Warning } from '../../ui/icons.ts';
import { formatLongDay, formatNames, formatTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { ContactCard } from '../contact-card.tsx';
import styles from './mail-item.module.css';
import { isOwn, nameOf, type Person, shortNameOf, timeOf, useSender } from './people.ts';

/** More names than this are in the details. */
const NAMED = 4;

export function MailRecipients({ email }: { email: Email }) {
  const { conversation } = useWords();
  const own = useOwnAddresses();
  const [isOpen, setOpen] = useState(false);
  const people = [...email.to_addresses, ...email.cc_addresses, ...email.bcc_addresses];
  const names = people.slice(0, NAMED).map((one) => shortNameOf(one, own));
  const more = people.length > NAMED ? [`+${people.length - NAMED}`] : [];
  const sender = useSender(email);
  const isForged = email.authentication?.dmarc === 'fail' && !isOwn(sender, own);
  return (
    <div className={styles.recipients}>
      <div className={styles.line}>
        {sender.address && sender.name && <ContactCard person={sender} />}
        <button
          type="button"
          className={styles.to}
          data-has-text
          aria-expanded={isOpen}
          aria-label={`${conversation.to(formatNames([...names, ...more]))}. ${conversation.details}`}
          onClick={() => setOpen(!isOpen)}
        >
          <span>
            {people.length > 0 ? conversation.to(formatNames([...names, ...more])) : conversation.noRecipients}
          </span>
          <ChevronDown aria-hidden className={styles.chevron} data-screen-only />
        </button>
      </div>
      {isForged && (
        <p className={styles.forged}>
          <Warning aria-hidden /> {conversation.unverified}
        </p>
      )}
      {isOpen && <Details email={email} />}
    </div>
  );
}

function Details({ email }: { email: Email }) {
  const { conversation } = useWords();
  const time = timeOf(email);
  const sender = useSender(email);
  const rows: [string, ReactNode][] = [
    [conversation.from, <People key="from" people={sender.address ? [sender] : []} />],
    [conversation.replyTo, <People key="reply" people={email.reply_to ?? []} />],
    [conversation.toField, <People key="to" people={email.to_addresses} />],
    [conversation.cc, <People key="cc" people={email.cc_addresses} />],
    [conversation.bcc, <People key="bcc" people={email.bcc_addresses} />],
    [conversation.date, `${formatLongDay(time)}, ${formatTime(time)}`],
    [conversation.mailingList, email.list?.id],
  ];
  const isEmpty = (value: ReactNode) =>
    !value || (typeof value === 'object' && 'props' in value && (value.props as { people: [] }).people.length === 0);
  return (
    <dl className={styles.details}>
      {rows
        .filter(([, value]) => !isEmpty(value))
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

function People({ people }: { people: readonly Person[] }) {
  return (
    <ul className={styles.people}>
      {people.map((person) => (
        <li key={person.address}>
          {person.name && <bdi>{nameOf(person)} </bdi>}
          <ContactCard person={person} />
        </li>
      ))}
    </ul>
  );
}
