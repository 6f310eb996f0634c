// The ways to answer a mail, below it and in its header.
import { type AnswerMode, openCompose } from '../compose/compose-store.ts';
import { useOwnAddresses } from '../data/own-people.ts';
import type { Email } from '../data/types.ts';
import { Button } from '../ui/controls/button.tsx';
import { Forward, Reply, ReplyAll } from '../ui/icons.ts';
import { useWords } from '../words/words.ts';
import styles from './conversation.module.css';
import { isOwn } from './mails/people.ts';

const ICONS = { reply: Reply, 'reply-all': ReplyAll, forward: Forward };

export function AnswerBar({ email }: { email: Email }) {
  const label = useAnswerLabels();
  return (
    <div className={styles.answers} data-screen-only>
      {useAnswers(email).map((mode) => {
        const Icon = ICONS[mode];
        return (
          <Button key={mode} icon={<Icon />} onClick={() => openCompose({ replyTo: email, mode })}>
            {label(mode)}
          </Button>
        );
      })}
    </div>
  );
}

/** Reply to all is offered only if there is somebody else. */
export function useAnswers(email: Email): AnswerMode[] {
  const own = useOwnAddresses();
  const others = [...email.to_addresses, ...email.cc_addresses].filter(
    (one) => !isOwn(one, own) && one.address !== email.from_address,
  );
  const isMine = isOwn({ address: email.from_address ?? '', name: null }, own);
  return others.length > (isMine ? 1 : 0) ? ['reply', 'reply-all', 'forward'] : ['reply', 'forward'];
}

export function useAnswerLabels(): (mode: AnswerMode) => string {
  const { compose } = useWords();
  return (mode) => ({ reply: compose.reply, 'reply-all': compose.replyAll, forward: compose.forward })[mode];
}
