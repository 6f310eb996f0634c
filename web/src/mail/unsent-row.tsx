// One mail that was not sent: recipients, subject, what it waits for or why it failed, and what can be done with it.
import { memo } from 'react';
import type { Email } from '../data/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classes } from '../ui/classes.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Edit, Refresh, Schedule, Send, Trash } from '../ui/icons.ts';
import { formatDayTime, formatListTime } from '../words/format.ts';
import { useWords, type Words } from '../words/words.ts';
import { discard, edit, sendNow } from './unsent-operations.ts';
import styles from './unsent-row.module.css';

export interface UnsentRowProps {
  mail: Email;
  onChangeTime: (mail: Email) => void;
}

export const UnsentRow = memo(function UnsentRow({ mail, onChangeTime }: UnsentRowProps) {
  const words = useWords();
  const [first] = mail.to_addresses;
  return (
    <div className={styles.row} role="presentation">
      <Cell className={styles.avatar}>
        <Avatar name={first?.name} address={first?.address} />
      </Cell>
      <Cell className={styles.text}>
        <span className={styles.top}>
          <span className={styles.people}>{recipientsOf(mail, words)}</span>
          {mail.status === 'draft' && <span className={styles.time}>{formatListTime(mail.updated_at)}</span>}
        </span>
        <span className={styles.subject}>{mail.subject || words.mail.noSubject}</span>
        <span className={classes(styles.state, mail.status === 'failed' && styles.failed)}>{stateOf(mail, words)}</span>
      </Cell>
      <Cell className={styles.actions}>
        <RowActions mail={mail} onChangeTime={onChangeTime} />
      </Cell>
    </div>
  );
});

function RowActions({ mail, onChangeTime }: UnsentRowProps) {
  const { mail: texts } = useWords();
  const { unsent } = texts;
  const { status } = mail;
  if (status === 'sending') return null;
  const button = (label: string, icon: React.ReactNode, run: () => void) => (
    <IconButton
      tabIndex={-1}
      size="small"
      label={label}
      icon={icon}
      onClick={(event) => {
        event.stopPropagation();
        run();
      }}
    />
  );
  return (
    <>
      {status === 'failed' && button(unsent.retry, <Refresh />, () => void sendNow(mail))}
      {status === 'scheduled' && button(unsent.sendNow, <Send />, () => void sendNow(mail))}
      {status === 'scheduled' && button(unsent.changeTime, <Schedule />, () => onChangeTime(mail))}
      {button(isWaiting(mail) ? unsent.cancelAndEdit : unsent.edit, <Edit />, () => void edit(mail))}
      {button(texts.delete, <Trash />, () => void discard(mail))}
    </>
  );
}

function Cell({ className, children }: { className: string | undefined; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows of a virtual list are not those of a table
    // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus
    <div role="gridcell" className={className}>
      {children}
    </div>
  );
}

function isWaiting({ status }: Email): boolean {
  return status === 'scheduled' || status === 'queued';
}

export function recipientsOf({ to_addresses, cc_addresses, bcc_addresses }: Email, { mail }: Words): string {
  const all = [...to_addresses, ...cc_addresses, ...bcc_addresses];
  return all.length === 0 ? mail.noRecipients : all.map(({ name, address }) => name ?? address).join(', ');
}

/** What a mail waits for, or why it failed, in plain words; of a draft its text. */
export function stateOf(email: Email, { mail }: Words): string {
  const { status, scheduled_at, send_error, send_attempts } = email;
  const reason = send_error ? reasonOfSending(send_error, mail) : '';
  if (status === 'scheduled' && scheduled_at) return mail.unsent.sendsAt(formatDayTime(scheduled_at));
  if (status === 'failed') return mail.unsent.notSent(reason);
  if (status === 'sending') return mail.unsent.sending;
  if (status === 'queued') return reason ? mail.unsent.tried(send_attempts, reason) : mail.unsent.waiting;
  return email.preview ?? '';
}

/** A refusal has the words of the mail server, which are the only ones that say why. */
function reasonOfSending({ code, message }: NonNullable<Email['send_error']>, mail: Words['mail']): string {
  const known = mail.sendErrors[code];
  if (!known) return message;
  return code.includes('REFUSED') || code.startsWith('BAD_') ? `${known}. ${message}` : `${known}.`;
}
