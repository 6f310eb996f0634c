// What a mail is that was not sent yet, failed, or is in the trash.
import type { Email } from '../../data/types.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Trash, Warning } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { isUnsent } from '../arrangement.ts';
import { restoreMail } from './mail-writes.ts';
import { SendingState } from './sending-state.tsx';

export function MailState({ email }: { email: Email }) {
  const { conversation } = useWords();
  if (email.deleted_at)
    return (
      <Banner
        icon={<Trash />}
        actions={
          <Button size="small" onClick={() => void restoreMail(email)}>
            {conversation.restore}
          </Button>
        }
      >
        {conversation.mailInTrash}
      </Banner>
    );
  return (
    <>
      {/* On paper the line of the sender says it, with the date. */}
      {isUnsent(email) && (
        <div data-screen-only>
          <SendingState email={email} />
        </div>
      )}
      {email.parse_problem && (
        <Banner tone="warning" icon={<Warning />}>
          {conversation.parseProblem}
        </Banner>
      )}
    </>
  );
}
