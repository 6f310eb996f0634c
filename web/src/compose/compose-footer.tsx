// The bottom of the composer: send, attach, discard.
import { useRef, useState } from 'react';
import { useCollection } from '../data/live/live.ts';
import { TimePicker } from '../mail/pickers/time-picker.tsx';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Attachment, More, Schedule, Send, Trash } from '../ui/icons.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import { MenuItem } from '../ui/overlays/menu-items.tsx';
import { PHONE, useMedia } from '../ui/use-media.ts';
import { formatDayTime } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { mentionsAttachment } from './attachments/attachment-words.ts';
import { setMode } from './compose-mode.ts';
import styles from './composer.module.css';
import type { DraftContent } from './drafts/draft-content.ts';
import type { DraftSession } from './drafts/draft-session.ts';
import { senderOf, sendersOf } from './recipients/senders.ts';
import { discardDraft } from './sending/after-send.ts';
import { useKeptTime } from './sending/kept-time.ts';
import type { Sending } from './sending/use-sending.ts';

interface ComposeFooterProps {
  session: DraftSession;
  content: DraftContent;
  sending: Sending;
  onFiles(files: Iterable<File>): void;
}

export function ComposeFooter({ session, content, sending, onFiles }: ComposeFooterProps) {
  const { compose } = useWords();
  const picker = useRef<HTMLInputElement>(null);
  const [isLater, setLater] = useState(false);
  const time = useKeptTime(session.local.sendAt);
  const label = time ? compose.scheduleFor(formatDayTime(time)) : compose.send;
  // On phones there is no room for the time, which the notice above the mail says.
  const isShort = useMedia(PHONE) && time !== undefined;
  const isForgotten = content.attachments.length === 0 && mentionsAttachment(content.body.own.plain);
  return (
    <footer className={styles.footer} inert={sending.isBusy}>
      <p role="alert" className={styles.problem}>
        {sending.problem}
      </p>
      <div className={styles.actions}>
        <Button
          variant="primary"
          icon={time ? <Schedule /> : <Send />}
          busy={sending.isBusy}
          aria-label={isShort ? label : undefined}
          onClick={() => sending.send(time)}
        >
          {isShort ? compose.schedule : label}
        </Button>
        <IconButton label={compose.sendLater} icon={<Schedule />} onClick={() => setLater(true)} />
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
        <OptionsMenu session={session} content={content} sendNow={time && (() => sending.send('now'))} />
        <span className={styles.forgotten}>{isForgotten && compose.attachmentHint}</span>
        <IconButton
          label={compose.discard}
          icon={<Trash />}
          keys="mod+Shift+d"
          onClick={() => void discardDraft(session)}
        />
      </div>
      {isLater && (
        <TimePicker
          title={compose.sendLater}
          onClose={() => setLater(false)}
          onPick={(time) => {
            setLater(false);
            sending.send(time);
          }}
        />
      )}
    </footer>
  );
}

interface OptionsProps extends Pick<ComposeFooterProps, 'session' | 'content'> {
  /** Of a mail whose button schedules it. */
  sendNow: (() => void) | undefined;
}

function OptionsMenu({ session, content, sendNow }: OptionsProps) {
  const { compose } = useWords();
  const senders = sendersOf(useCollection('accounts'), useCollection('identities'));
  const signature = senderOf(senders, content)?.signature;
  const isPlain = content.mode === 'plain';
  return (
    <Menu label={compose.options} side="top" trigger={<IconButton label={compose.options} icon={<More />} />}>
      {sendNow && <MenuItem onSelect={sendNow}>{compose.sendNow}</MenuItem>}
      <MenuItem onSelect={() => setMode(session, isPlain ? 'rich' : 'plain')}>
        {isPlain ? compose.richMode : compose.plainMode}
      </MenuItem>
      {signature && !content.body.signature && (
        <MenuItem onSelect={() => session.change({ body: { ...session.content.body, signature } })}>
          {compose.signatureAdd}
        </MenuItem>
      )}
      <MenuItem keys="mod+s" onSelect={() => void session.save()}>
        {compose.save}
      </MenuItem>
    </Menu>
  );
}
