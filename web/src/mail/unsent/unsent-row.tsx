// One mail that was not sent: recipients, subject, what it waits for or why it failed, and what can be done with it.
import { memo } from 'react';
import type { Email } from '../../data/types.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Edit, More, Refresh, Schedule, Send, Trash } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { MenuItem } from '../../ui/overlays/menu-items.tsx';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { formatListTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { discard, edit } from './unsent-operations.ts';
import styles from './unsent-row.module.css';
import { sendAgain, sendNow } from './unsent-sending.ts';
import { recipientsOf, stateOf } from './unsent-text.ts';
import { isUnsaved, type UnsentMail } from './use-unsent.ts';

export interface UnsentRowProps {
  mail: UnsentMail;
  onChangeTime: (mail: Email) => void;
  /** The row that has the focus, or gets it with Tab: its buttons come next. */
  isActive: boolean;
}

export const UnsentRow = memo(function UnsentRow(props: UnsentRowProps) {
  const { mail } = props;
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
          {(mail.status === 'draft' || isUnsaved(mail)) && (
            <span className={styles.time}>{formatListTime(mail.updated_at)}</span>
          )}
        </span>
        <span className={styles.subject}>{mail.subject || words.mail.noSubject}</span>
        <span className={classes(styles.state, mail.status === 'failed' && styles.failed)}>{stateOf(mail, words)}</span>
      </Cell>
      <Cell className={styles.actions}>
        <RowActions {...props} />
      </Cell>
    </div>
  );
});

interface RowAction {
  label: string;
  icon: React.ReactNode;
  run: () => void;
}

/** On phones there is only room for a menu. */
function RowActions(props: UnsentRowProps) {
  const { mail } = useWords();
  const actions = useRowActions(props);
  const isPhone = useMedia(PHONE);
  if (isPhone && actions.length > 0)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: a press on the menu is not one on the row
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the menu
      <div onClick={(event) => event.stopPropagation()}>
        <Menu label={mail.moreActions} align="end" trigger={<IconButton label={mail.moreActions} icon={<More />} />}>
          {actions.map(({ label, icon, run }) => (
            <MenuItem key={label} icon={icon} onSelect={run}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </div>
    );
  return actions.map(({ label, icon, run }) => (
    <IconButton
      key={label}
      tabIndex={props.isActive ? 0 : -1}
      size="small"
      label={label}
      icon={icon}
      onClick={(event) => {
        event.stopPropagation();
        run();
      }}
    />
  ));
}

function useRowActions({ mail, onChangeTime }: UnsentRowProps): RowAction[] {
  const { mail: texts } = useWords();
  const { unsent } = texts;
  const { status } = mail;
  if (status === 'sending') return [];
  if (isUnsaved(mail)) return [{ label: unsent.edit, icon: <Edit />, run: () => void edit(mail) }];
  const actions: (RowAction | false)[] = [
    status === 'failed' && { label: unsent.retry, icon: <Refresh />, run: () => void sendAgain(mail) },
    status === 'scheduled' && { label: unsent.sendNow, icon: <Send />, run: () => void sendNow(mail) },
    status === 'scheduled' && { label: unsent.changeTime, icon: <Schedule />, run: () => onChangeTime(mail) },
    { label: isWaiting(mail) ? unsent.cancelAndEdit : unsent.edit, icon: <Edit />, run: () => void edit(mail) },
    { label: texts.delete, icon: <Trash />, run: () => void discard(mail) },
  ];
  return actions.filter((one) => one !== false);
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
