// The bottom of the composer: send, attach, discard.
import { useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Attachment, Send, Trash } from '../ui/icons.ts';
import { useWords } from '../words/words.ts';
import { mentionsAttachment } from './attachment-words.ts';
import styles from './composer.module.css';
import { discardDraft } from './departures.ts';
import type { DraftContent } from './draft-content.ts';
import type { DraftSession } from './draft-session.ts';
import type { Sending } from './use-sending.ts';

interface ComposeFooterProps {
  session: DraftSession;
  content: DraftContent;
  sending: Sending;
  onFiles(files: Iterable<File>): void;
}

export function ComposeFooter({ session, content, sending, onFiles }: ComposeFooterProps) {
  const { compose } = useWords();
  const picker = useRef<HTMLInputElement>(null);
  const isForgotten = content.attachments.length === 0 && mentionsAttachment(content.body.own.plain);
  return (
    <footer className={styles.footer}>
      <p role="alert" className={styles.problem}>
        {sending.problem}
      </p>
      <div className={styles.actions}>
        <Button variant="primary" icon={<Send />} busy={sending.isBusy} onClick={() => sending.send()}>
          {compose.send}
        </Button>
        <IconButton label={compose.attach} icon={<Attachment />} onClick={() => picker.current?.click()} />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
        <span className={styles.forgotten}>{isForgotten && compose.attachmentHint}</span>
        <IconButton
          label={compose.discard}
          icon={<Trash />}
          keys="mod+Shift+d"
          onClick={() => void discardDraft(session)}
        />
      </div>
    </footer>
  );
}
