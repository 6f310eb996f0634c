// What needs the user now: mail that was not sent, with the reason and the way out, and reminders that are due.

import { Link } from 'wouter';
import { mutate } from '../../data/changes/mutations.ts';
import type { Email, Reminder } from '../../data/types.ts';
import { sendAgain } from '../../mail/unsent/unsent-sending.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo, withdrawUndo } from '../../shell/undo.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Failed, Reminder as ReminderIcon } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { MenuItem } from '../../ui/overlays/menu-items.tsx';
import { formatDayTime, formatNames } from '../../words/format.ts';
import { useWords, words } from '../../words/words.ts';
import { whenOf } from '../due-reminders.ts';
import { links } from '../links.ts';
import styles from './attention.module.css';
import { adviceFor } from './failure.ts';
import { Section } from './section.tsx';

const SNOOZES = [10, 60, 180] as const;

interface Props {
  failed: readonly Email[];
  reminders: readonly Reminder[];
}

export function AttentionSection({ failed, reminders }: Props) {
  const { today } = useWords();
  if (failed.length + reminders.length === 0) return null;
  return (
    <Section title={today.attention} count={failed.length + reminders.length} tone="warning">
      <ul className={styles.list} aria-live="polite">
        {reminders.map((reminder) => (
          <ReminderRow key={reminder.id} reminder={reminder} />
        ))}
        {failed.map((email) => (
          <FailedRow key={email.id} email={email} />
        ))}
      </ul>
    </Section>
  );
}

function ReminderRow({ reminder }: { reminder: Reminder }) {
  const { today } = useWords();
  const when = whenOf(reminder, new Date(), today.allDay);
  return (
    <li className={styles.row}>
      <ReminderIcon aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{reminder.title || today.untitled}</p>
        <p className={styles.detail}>{[today.reminder, when, reminder.location].filter(Boolean).join(' · ')}</p>
        <div className={styles.buttons}>
          <Button size="small" onClick={() => void dismiss(reminder)}>
            {today.dismiss}
          </Button>
          <Menu
            label={today.remindAgain}
            trigger={
              <Button size="small" variant="quiet">
                {today.remindAgain}
              </Button>
            }
          >
            {SNOOZES.map((minutes) => (
              <MenuItem key={minutes} onSelect={() => void snooze(reminder, minutes)}>
                {today.remindIn(minutes)}
              </MenuItem>
            ))}
          </Menu>
        </div>
      </div>
    </li>
  );
}

function FailedRow({ email }: { email: Email }) {
  const { today } = useWords();
  const advice = adviceFor(email);
  const to = email.to_addresses.map(({ name, address }) => name ?? address);
  return (
    <li className={styles.row} data-tone="danger">
      <Failed aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{email.subject || today.noSubject}</p>
        <p className={styles.detail}>{today.notSent(formatNames(to.slice(0, 3)))}</p>
        {email.send_error && <p className={styles.reason}>{email.send_error.message}</p>}
        <p className={styles.detail}>{today.advice[advice]}</p>
        <div className={styles.buttons}>
          {advice === 'account' ? (
            <Link href={links.accounts} asChild>
              <ButtonLink size="small">{today.checkAccount}</ButtonLink>
            </Link>
          ) : (
            <Button size="small" onClick={() => void sendAgain(email)}>
              {today.sendAgain}
            </Button>
          )}
          <Link href={links.unsent(links.failed, email)} asChild>
            <ButtonLink size="small" variant="quiet">
              {today.openMail}
            </ButtonLink>
          </Link>
        </div>
      </div>
    </li>
  );
}

async function dismiss(reminder: Reminder): Promise<void> {
  await change(reminder, 'dismiss', undefined, { status: 'dismissed' }, words().today.dismissed);
}

async function snooze(reminder: Reminder, minutes: number): Promise<void> {
  const until = new Date(Date.now() + minutes * 60_000).toISOString();
  const text = `${words().today.remindSnoozed} ${formatDayTime(until)}`;
  await change(reminder, 'snooze', { until }, { status: 'snoozed' }, text);
}

async function change(
  { id }: Reminder,
  action: 'dismiss' | 'snooze',
  body: object | undefined,
  values: Partial<Reminder>,
  text: string,
): Promise<void> {
  const path = `/reminders/${encodeURIComponent(id)}`;
  // A snooze until now makes the reminder fire again at once.
  const undo = () =>
    void mutate([{ method: 'POST', path: `${path}/snooze`, body: { until: new Date().toISOString() } }]).catch(
      showRefusal,
    );
  const toast = offerUndo(text, undo);
  const shown = { kind: 'reminders', id, values } as const;
  await mutate([{ method: 'POST', path: `${path}/${action}`, body }], [shown]).catch((error) => {
    withdrawUndo(toast);
    showRefusal(error);
  });
}
