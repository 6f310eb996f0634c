// What a mail is that was not sent yet, failed, or is in the trash, and what can be done about it.
import type { ReactNode } from 'react';
import { openCompose } from '../../compose/compose-store.ts';
import type { Email } from '../../data/types.ts';
import { sendAgain } from '../../mail/unsent/unsent-sending.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Edit, Failed, Schedule, Trash, Warning } from '../../ui/icons.ts';
import { formatDayTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { isUnsent } from '../arrangement.ts';
import { cancelSending, deleteMail, restoreMail } from './mail-writes.ts';

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

function SendingState({ email }: { email: Email }): ReactNode {
  const { conversation, common } = useWords();
  const edit = async () => {
    if (email.status === 'draft' || (await cancelSending(email))) openCompose({ draftId: email.id });
  };
  if (email.status === 'draft')
    return (
      <Banner
        icon={<Edit />}
        actions={
          <>
            <Button size="small" variant="quiet" onClick={() => void deleteMail(email)}>
              {conversation.discardDraft}
            </Button>
            <Button size="small" variant="primary" onClick={() => void edit()}>
              {conversation.continueDraft}
            </Button>
          </>
        }
      >
        {conversation.states.draft}
      </Banner>
    );
  if (email.status === 'scheduled' || email.status === 'queued')
    return (
      <Banner
        icon={<Schedule />}
        actions={
          <Button size="small" onClick={() => void edit()}>
            {conversation.cancelSending}
          </Button>
        }
      >
        {email.status === 'scheduled' && email.scheduled_at
          ? conversation.sendsAt(formatDayTime(email.scheduled_at))
          : conversation.waitsToBeSent}
      </Banner>
    );
  if (email.status === 'sending') return <Banner icon={<Schedule />}>{conversation.isBeingSent}</Banner>;
  if (email.status === 'failed')
    return (
      <Banner
        tone="danger"
        icon={<Failed />}
        actions={
          <Button size="small" onClick={() => void sendAgain(email)}>
            {conversation.sendAgain}
          </Button>
        }
      >
        {conversation.notSent(email.send_error?.message ?? common.unknownError)}
      </Banner>
    );
  return null;
}
