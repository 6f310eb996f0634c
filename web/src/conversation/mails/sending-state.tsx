// What a mail that was not sent yet waits for, or why it failed, and what can be done about it. Reading it changes
// nothing: sending is cancelled only by a button that says so.
import { type ReactNode, useState } from 'react';
import { openCompose } from '../../compose/compose-store.ts';
import type { Email } from '../../data/types.ts';
import { TimePicker } from '../../mail/pickers/time-picker.tsx';
import { cancelSending, edit } from '../../mail/unsent/unsent-operations.ts';
import { sendAgain, sendAt, sendNow } from '../../mail/unsent/unsent-sending.ts';
import { reasonOfSending } from '../../mail/unsent/unsent-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Edit, Failed, Schedule } from '../../ui/icons.ts';
import { formatDayTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { deleteMail } from './mail-writes.ts';

export function SendingState({ email }: { email: Email }): ReactNode {
  const { conversation } = useWords();
  switch (email.status) {
    case 'draft':
      return <DraftState email={email} />;
    case 'scheduled':
      return <ScheduledState email={email} />;
    case 'queued':
      return <QueuedState email={email} />;
    case 'sending':
      return <Banner icon={<Schedule />}>{conversation.isBeingSent}</Banner>;
    case 'failed':
      return <FailedState email={email} />;
    default:
      return null;
  }
}

function DraftState({ email }: { email: Email }) {
  const { conversation } = useWords();
  return (
    <Banner
      icon={<Edit />}
      actions={
        <>
          <Button size="small" variant="quiet" onClick={() => void deleteMail(email)}>
            {conversation.discardDraft}
          </Button>
          <Button size="small" variant="primary" onClick={() => openCompose({ draftId: email.id })}>
            {conversation.continueDraft}
          </Button>
        </>
      }
    >
      {conversation.states.draft}
    </Banner>
  );
}

function ScheduledState({ email }: { email: Email }) {
  const { conversation, mail } = useWords();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Banner
        isLong
        icon={<Schedule />}
        actions={
          <>
            <EditButton email={email} />
            <Button size="small" onClick={() => setChoosing(true)}>
              {mail.unsent.changeTime}
            </Button>
            <Button size="small" onClick={() => void sendNow(email)}>
              {mail.unsent.sendNow}
            </Button>
            <CancelButton email={email} />
          </>
        }
      >
        {conversation.sendsAt(formatDayTime(email.scheduled_at ?? ''))} {conversation.editReschedules}
      </Banner>
      {isChoosing && (
        <TimePicker
          title={mail.unsent.sendTitle}
          onClose={() => setChoosing(false)}
          onPick={(time) => {
            setChoosing(false);
            void sendAt(email, time);
          }}
        />
      )}
    </>
  );
}

function QueuedState({ email }: { email: Email }) {
  const { conversation, mail } = useWords();
  const reason = reasonOfSending(email, mail);
  return (
    <Banner
      isLong
      icon={<Schedule />}
      actions={
        <>
          <EditButton email={email} />
          <CancelButton email={email} />
        </>
      }
    >
      {conversation.waitsToBeSent} {reason && `${mail.unsent.tried(email.send_attempts, reason)} `}
      {conversation.editRequeues}
    </Banner>
  );
}

function FailedState({ email }: { email: Email }) {
  const { conversation, common, mail } = useWords();
  return (
    <Banner
      isLong
      tone="danger"
      icon={<Failed />}
      actions={
        <>
          <EditButton email={email} />
          <Button size="small" onClick={() => void sendAgain(email)}>
            {conversation.sendAgain}
          </Button>
        </>
      }
    >
      {conversation.notSent(reasonOfSending(email, mail) || common.unknownError)}
    </Banner>
  );
}

function EditButton({ email }: { email: Email }) {
  const { conversation } = useWords();
  return (
    <Button size="small" onClick={() => void edit(email)}>
      {conversation.edit}
    </Button>
  );
}

function CancelButton({ email }: { email: Email }) {
  const { conversation } = useWords();
  return (
    <Button size="small" onClick={() => void cancelSending(email)}>
      {conversation.cancelSending}
    </Button>
  );
}
