// Mail that is under way or waits for the user: what returns today, what is scheduled or being sent, and drafts.

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { openCompose } from '../../compose/compose-store.ts';
import { mutate } from '../../data/changes/mutations.ts';
import type { Email } from '../../data/types.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo, withdrawUndo } from '../../shell/undo.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Compose, Inbox, Schedule, Send, Snooze } from '../../ui/icons.ts';
import { formatDayTime, formatListTime, formatNames, formatTime } from '../../words/format.ts';
import { useWords, words } from '../../words/words.ts';
import { links } from '../links.ts';
import { Section } from './section.tsx';
import styles from './waiting.module.css';

const MOST_DRAFTS = 4;
const MOST_SCHEDULED = 3;

export interface Waiting {
  snoozed: readonly Email[];
  scheduled: readonly Email[];
  sending: readonly Email[];
  drafts: readonly Email[];
}

export function WaitingSection({ snoozed, scheduled, sending, drafts }: Waiting) {
  const { today } = useWords();
  if (snoozed.length + scheduled.length + sending.length + drafts.length === 0) return null;
  const soon = [...scheduled].sort((one, other) => timeOf(one.scheduled_at) - timeOf(other.scheduled_at));
  const latest = [...drafts].sort((one, other) => timeOf(other.updated_at) - timeOf(one.updated_at));
  return (
    <Section title={today.waiting}>
      <Group title={today.outbox} icon={<Send aria-hidden />} emails={sending}>
        {(email) => <Row key={email.id} email={email} href={links.unsent(links.outbox, email)} time="" />}
      </Group>
      <Group title={today.snoozed} icon={<Snooze aria-hidden />} emails={snoozed}>
        {(email) => <SnoozedRow key={email.id} email={email} />}
      </Group>
      <Group title={today.scheduled} icon={<Schedule aria-hidden />} emails={soon.slice(0, MOST_SCHEDULED)}>
        {(email) => (
          <Row
            key={email.id}
            email={email}
            href={links.unsent(links.scheduled, email)}
            time={formatDayTime(email.scheduled_at ?? '')}
          />
        )}
      </Group>
      <More count={soon.length} shown={MOST_SCHEDULED} href={links.scheduled} label={today.allScheduled} />
      <Group title={today.drafts} icon={<Compose aria-hidden />} emails={latest.slice(0, MOST_DRAFTS)}>
        {(email) => (
          <Row
            key={email.id}
            email={email}
            onOpen={() => openCompose({ draftId: email.id })}
            time={formatListTime(email.updated_at)}
          />
        )}
      </Group>
      <More count={latest.length} shown={MOST_DRAFTS} href={links.drafts} label={today.allDrafts} />
    </Section>
  );
}

interface GroupProps {
  title: string;
  icon: ReactNode;
  emails: readonly Email[];
  children: (email: Email) => ReactNode;
}

function Group({ title, icon, emails, children }: GroupProps) {
  if (emails.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>
        {icon}
        {title}
      </h3>
      <ul className={styles.list}>{emails.map(children)}</ul>
    </>
  );
}

function More(props: { count: number; shown: number; href: string; label: (count: number) => string }) {
  if (props.count <= props.shown) return null;
  return (
    <Link href={props.href} className={styles.more}>
      {props.label(props.count)}
    </Link>
  );
}

interface RowProps {
  email: Email;
  /** Where the row leads, or what opens it. */
  href?: string;
  onOpen?: () => void;
  time: string;
  action?: ReactNode;
}

function Row({ email, href, onOpen, time, action }: RowProps) {
  const { today } = useWords();
  const to = email.status === 'received' ? [] : email.to_addresses.map(({ name, address }) => name ?? address);
  const person = email.status === 'received' ? (email.from_name ?? email.from_address) : formatNames(to.slice(0, 2));
  const content = (
    <>
      <span className={styles.subject}>{email.subject || today.noSubject}</span>
      <span className={styles.time}>{time}</span>
      <span className={styles.person}>{person || today.noRecipient}</span>
    </>
  );
  return (
    <li className={styles.row}>
      {href ? (
        <Link href={href} className={styles.mail}>
          {content}
        </Link>
      ) : (
        <button type="button" className={styles.mail} onClick={onOpen}>
          {content}
        </button>
      )}
      {action}
    </li>
  );
}

function SnoozedRow({ email }: { email: Email }) {
  const { today } = useWords();
  const button = (
    <IconButton
      size="small"
      label={today.showNow}
      icon={<Inbox aria-hidden />}
      onClick={() => void returnNow(email)}
      className={styles.action}
    />
  );
  return (
    <Row
      email={email}
      href={links.email(links.snoozed, email)}
      time={formatTime(email.snoozed_until ?? '')}
      action={button}
    />
  );
}

async function returnNow({ id, snoozed_until }: Email): Promise<void> {
  const path = `/emails/${id}`;
  const undo = () =>
    void mutate([{ method: 'POST', path: `${path}/snooze`, body: { until: snoozed_until } }]).catch(showRefusal);
  const toast = offerUndo(words().today.returned, undo);
  const change = { kind: 'emails', id, values: { snoozed_until: null } } as const;
  await mutate([{ method: 'POST', path: `${path}/unsnooze` }], [change]).catch((error) => {
    withdrawUndo(toast);
    showRefusal(error);
  });
}

function timeOf(time: string | null): number {
  return time ? Date.parse(time) : 0;
}
