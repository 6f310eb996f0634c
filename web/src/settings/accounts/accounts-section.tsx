// The section Accounts: the list, one account, or the form of one, by the address.
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useCollection } from '../../data/live/live.ts';
import type { Account } from '../../data/types.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Add, Mail } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { Entry, Group } from '../group.tsx';
import { AccountEditor } from './account-editor.tsx';
import { AccountPage } from './account-page.tsx';
import styles from './accounts.module.css';
import { ServerStateText } from './server-state.tsx';

export function AccountsSection() {
  const { item, part } = useParams<{ item?: string; part?: string }>();
  const accounts = useCollection('accounts');
  const { accounts: words } = useWords().settings;
  if (item === undefined) return <AccountList accounts={accounts} />;
  if (item === 'new') return <AccountEditor key="new" />;
  const account = accounts.find(({ id }) => id === item);
  const missing = accounts.length > 0 ? <EmptyState title={words.gone} /> : null;
  if (part === 'edit') return <EditedAccount key={item} account={account} missing={missing} />;
  return account ? <AccountPage key={item} account={account} /> : missing;
}

interface EditedAccountProps {
  account: Account | undefined;
  missing: React.ReactNode;
}

/** The form stays when the account is removed elsewhere: what is typed is not lost by that. */
function EditedAccount({ account, missing }: EditedAccountProps) {
  const [edited, setEdited] = useState(account);
  if (account && !edited) setEdited(account);
  return edited ? <AccountEditor account={edited} /> : missing;
}

function AccountList({ accounts }: { accounts: readonly Account[] }) {
  const { accounts: words, sections } = useWords().settings;
  const sorted = [...accounts].sort(
    (one, other) => Number(other.is_default) - Number(one.is_default) || one.name.localeCompare(other.name),
  );
  const add = (
    <Button variant="primary" icon={<Add aria-hidden />} onClick={() => goTo('/settings/accounts/new')}>
      {words.add}
    </Button>
  );
  if (sorted.length === 0) return <EmptyState icon={<Mail />} title={words.none} text={words.noneHelp} actions={add} />;
  return (
    <Group title={sections.accounts} actions={add}>
      <ul>
        {sorted.map((account) => (
          <AccountEntry key={account.id} account={account} />
        ))}
      </ul>
    </Group>
  );
}

function AccountEntry({ account }: { account: Account }) {
  const { accounts: words } = useWords().settings;
  const { id, name, address, is_default, smtp, imap } = account;
  return (
    <Entry
      icon={<Mail aria-hidden />}
      title={
        <>
          <Link href={`/settings/accounts/${id}`} className={styles.name}>
            {name}
          </Link>
          {is_default && <Chip hue="blue">{words.default}</Chip>}
        </>
      }
      detail={
        <>
          {name !== address && <div>{address}</div>}
          <div className={styles.states}>
            <ServerStateText label={words.sending} server={smtp} />
            {imap ? <ServerStateText label={words.receiving} server={imap} /> : <span>{words.states.sendOnly}</span>}
          </div>
        </>
      }
    />
  );
}
