// What the person has to know or decide about a draft: it was deleted or sent elsewhere, it has two versions, it waits
// for the connection, or the service refuses to send it.

import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Offline, Problem as ProblemIcon, Schedule, Warning } from '../../ui/icons.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { formatRecipient } from '../../words/address-list.ts';
import { formatDayTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { useKeptTime } from '../sending/kept-time.ts';
import type { DraftContent } from './draft-content.ts';
import type { FieldName } from './draft-fields.ts';
import styles from './draft-parts.module.css';
import type { DraftSession } from './draft-session.ts';
import type { Problem, SessionState } from './session-state.ts';

export function DraftNotices({ session, state }: { session: DraftSession; state: SessionState }) {
  const { compose } = useWords();
  const { problem, isSending, isCancelling, save, refusal, sendAt } = state;
  const isAhead = useKeptTime(sendAt) !== undefined;
  return (
    <>
      {problem?.kind === 'conflict' && <ConflictDialog session={session} problem={problem} />}
      {problem?.kind === 'gone' && (
        <Banner
          live
          tone="warning"
          icon={<Warning />}
          actions={
            <Button size="small" onClick={() => void session.resolve('both')}>
              {compose.saveAsNew}
            </Button>
          }
        >
          {problem.isSent ? compose.goneSent : compose.gone}
        </Banner>
      )}
      {sendAt && !problem && !isSending && (
        <Banner live tone="info" icon={<Schedule />}>
          {(isAhead ? compose.notScheduled : compose.timeHasPassed)(formatDayTime(sendAt))}
        </Banner>
      )}
      {isSending && save.kind === 'failed' && (
        <Banner
          live
          tone="info"
          icon={<Offline />}
          actions={
            !isCancelling && (
              <Button size="small" onClick={() => void session.cancelSend()}>
                {compose.dontSend}
              </Button>
            )
          }
        >
          {isCancelling ? compose.cancelling : compose.waiting}
        </Banner>
      )}
      {refusal && (
        <Banner live tone="danger" icon={<ProblemIcon />}>
          {compose.refused(refusal)}
        </Banner>
      )}
    </>
  );
}

type Conflict = Extract<Problem, { kind: 'conflict' }>;

/** Shows the parts that differ side by side. Closing it keeps both, so that nothing is lost by accident. */
function ConflictDialog({ session, problem }: { session: DraftSession; problem: Conflict }) {
  const { compose } = useWords();
  const resolve = (choice: 'mine' | 'theirs' | 'both') => void session.resolve(choice);
  return (
    <Dialog
      open
      size="large"
      title={compose.conflict}
      description={compose.conflictText}
      lightDismiss={false}
      onClose={() => resolve('both')}
      footer={
        <>
          <Button onClick={() => resolve('theirs')}>{compose.keepTheirs}</Button>
          <Button onClick={() => resolve('mine')}>{compose.keepMine}</Button>
          <Button variant="primary" data-autofocus onClick={() => resolve('both')}>
            {compose.keepBoth}
          </Button>
        </>
      }
    >
      <div className={styles.versions}>
        <Version title={compose.conflictMine} content={session.content} fields={problem.fields} />
        <Version title={compose.conflictTheirs} content={problem.theirs} fields={problem.fields} />
      </div>
    </Dialog>
  );
}

interface VersionProps {
  title: string;
  content: DraftContent;
  fields: readonly FieldName[];
}

function Version({ title, content, fields }: VersionProps) {
  const { compose } = useWords();
  const names = { ...compose, sender: compose.from, body: compose.text };
  return (
    <section className={styles.version}>
      <h3>{title}</h3>
      {fields.map((field) => (
        <dl key={field} className={styles.changed}>
          <dt>{names[field]}</dt>
          <dd>{textOf(content, field) || compose.noText}</dd>
        </dl>
      ))}
    </section>
  );
}

function textOf(content: DraftContent, field: FieldName): string {
  if (field === 'subject') return content.subject;
  if (field === 'body') return content.body.own.plain;
  if (field === 'attachments') return content.attachments.map(({ filename }) => filename).join(', ');
  if (field === 'sender') return content.identity_id ?? content.account_id ?? '';
  return content[field].map(formatRecipient).join(', ');
}
