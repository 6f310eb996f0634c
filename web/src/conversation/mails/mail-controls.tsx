// The buttons of an expanded mail: star, reply, and the menu with everything else.
import { useState } from 'react';
import { openCompose } from '../../compose/compose-store.ts';
import type { Email } from '../../data/types.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Forward, More, Reply, ReplyAll, Star } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { useWords } from '../../words/words.ts';
import { useAnswerLabels, useAnswers } from '../answer-bar.tsx';
import { isUnsent } from '../arrangement.ts';
import type { Mails } from '../conversation-data.ts';
import type { OpenedFrom } from '../conversation-view.tsx';
import styles from './mail-item.module.css';
import { MailMenu } from './mail-menu.tsx';
import { setStarred } from './mail-writes.ts';
import { SourceDialog } from './source-dialog.tsx';

export interface MailControlsProps {
  email: Email;
  mails: Mails;
  list: OpenedFrom | undefined;
}

const ICONS = { reply: Reply, 'reply-all': ReplyAll, forward: Forward };

export function MailControls({ email, mails, list }: MailControlsProps) {
  const { conversation } = useWords();
  const label = useAnswerLabels();
  const answers = useAnswers(email);
  const [showsSource, setShowsSource] = useState(false);
  const { is_starred: isStarred } = email;
  const canAnswer = !isUnsent(email) && !email.deleted_at;
  const main = answers.includes('reply-all') ? 'reply-all' : 'reply';
  const Icon = ICONS[main];
  return (
    <div className={styles.controls}>
      <IconButton
        label={isStarred ? conversation.unstar : conversation.star}
        icon={<Star className={classes(isStarred && styles.starred)} />}
        pressed={isStarred}
        onClick={() => void setStarred(email, !isStarred)}
      />
      {canAnswer && (
        <IconButton label={label(main)} icon={<Icon />} onClick={() => openCompose({ replyTo: email, mode: main })} />
      )}
      <Menu
        label={conversation.moreMail}
        align="end"
        trigger={<IconButton label={conversation.moreMail} icon={<More />} />}
      >
        <MailMenu
          email={email}
          mails={mails}
          list={list}
          answers={canAnswer ? answers : []}
          onShowSource={() => setShowsSource(true)}
        />
      </Menu>
      {showsSource && <SourceDialog email={email} onClose={() => setShowsSource(false)} />}
    </div>
  );
}
