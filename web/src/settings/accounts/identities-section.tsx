// The section Identities: sender names and addresses with their signatures, by account.
import { useState } from 'react';
import { useCollection } from '../../data/live/live.ts';
import type { Account, Identity } from '../../data/types.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Add, Identity as IdentityIcon } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { Entry, Group } from '../group.tsx';
import { IdentityDialog } from './identity-dialog.tsx';
import { removeIdentity } from './identity-requests.ts';

export function IdentitiesSection() {
  const { identities: texts, add } = useWords().settings.accounts;
  const accounts = useCollection('accounts');
  const identities = useCollection('identities');
  const [edited, setEdited] = useState<Identity | 'new' | null>(null);
  if (accounts.length === 0)
    return (
      <EmptyState
        icon={<IdentityIcon />}
        title={texts.none}
        text={texts.noAccount}
        actions={<Button onClick={() => goTo('/settings/accounts/new')}>{add}</Button>}
      />
    );
  return (
    <>
      <Group
        title={texts.add}
        text={identities.length === 0 ? texts.noneHelp : texts.intro}
        actions={
          <Button variant="primary" icon={<Add aria-hidden />} onClick={() => setEdited('new')}>
            {texts.add}
          </Button>
        }
      />
      {accounts.map((account) => (
        <AccountIdentities
          key={account.id}
          account={account}
          identities={identities.filter(({ account_id }) => account_id === account.id)}
          onEdit={setEdited}
        />
      ))}
      {edited && (
        <IdentityDialog
          accounts={accounts}
          identity={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

interface AccountIdentitiesProps {
  account: Account;
  identities: readonly Identity[];
  onEdit: (identity: Identity) => void;
}

function AccountIdentities({ account, identities, onEdit }: AccountIdentitiesProps) {
  const { accounts: words } = useWords().settings;
  const { common } = useWords();
  if (identities.length === 0) return null;
  const sorted = [...identities].sort((one, other) => Number(other.is_default) - Number(one.is_default));
  return (
    <Group title={account.name}>
      <ul>
        {sorted.map((identity) => (
          <Entry
            key={identity.id}
            title={
              <>
                {identity.name ?? account.from_name ?? identity.address}
                {identity.is_default && <Chip hue="blue">{words.default}</Chip>}
              </>
            }
            detail={
              <>
                <div>{identity.address}</div>
                <div>{identity.signature_plain?.split('\n')[0] || words.identities.noSignature}</div>
              </>
            }
            actions={
              <>
                <Button
                  size="small"
                  aria-label={`${common.edit}: ${identity.address}`}
                  onClick={() => onEdit(identity)}
                >
                  {common.edit}
                </Button>
                <Button
                  size="small"
                  aria-label={`${common.remove}: ${identity.address}`}
                  onClick={() => void removeIdentity(identity)}
                >
                  {common.remove}
                </Button>
              </>
            }
          />
        ))}
      </ul>
    </Group>
  );
}
