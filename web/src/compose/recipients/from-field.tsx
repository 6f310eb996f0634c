// The sender of the mail. Another sender brings its own signature; what was typed stays.
import { useCollection } from '../../data/live/live.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { formatRecipient } from '../../words/address-list.ts';
import { useWords } from '../../words/words.ts';
import styles from '../composer.module.css';
import type { DraftContent } from '../drafts/draft-content.ts';
import type { DraftSession } from '../drafts/draft-session.ts';
import { goToAccounts } from '../sending/use-sending.ts';
import { type Sender, senderOf, sendersOf, withSender } from './senders.ts';

export function FromField({ session, content }: { session: DraftSession; content: DraftContent }) {
  const { compose } = useWords();
  const senders = sendersOf(useCollection('accounts'), useCollection('identities'));
  const current = senderOf(senders, content);
  if (senders.length === 0)
    return (
      <p className={styles.hint}>
        {compose.noAccountHint}
        <Button size="small" variant="quiet" onClick={goToAccounts}>
          {compose.addAccount}
        </Button>
      </p>
    );
  if (senders.length === 1 && current) return null;
  return (
    <div className={styles.from}>
      <span className={styles.label}>{compose.from}</span>
      <Select
        aria-label={compose.from}
        value={current ? keyOf(current) : ''}
        options={senders.map((sender) => ({ value: keyOf(sender), label: formatRecipient(sender) }))}
        onValue={(value) => {
          const next = senders.find((sender) => keyOf(sender) === value);
          if (next) session.change(withSender(session.content, current, next));
        }}
      />
    </div>
  );
}

function keyOf({ account_id, identity_id }: Sender): string {
  return `${account_id} ${identity_id ?? ''}`;
}
