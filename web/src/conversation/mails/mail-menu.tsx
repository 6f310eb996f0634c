// The menu of one mail.
import { type AnswerMode, openCompose } from '../../compose/compose-store.ts';
import type { Email } from '../../data/types.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import {
  Code,
  Download,
  Forward,
  Image,
  Mail,
  Mute,
  NewContact,
  NewEvent,
  Person as PersonIcon,
  Print,
  Reply,
  ReplyAll,
  Restore,
  Trash,
} from '../../ui/icons.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { MenuItem, MenuSeparator } from '../../ui/overlays/menu-items.tsx';
import { useWords, words } from '../../words/words.ts';
import { useAnswerLabels } from '../answer-bar.tsx';
import { isUnsent } from '../arrangement.ts';
import { downloadMail } from '../attachments/downloads.ts';
import { useContactOf } from '../contact-of.ts';
import type { Mails } from '../conversation-data.ts';
import type { OpenedFrom } from '../conversation-view.tsx';
import { createEventFrom } from '../invitations/event-from-mail.ts';
import { addContact, deleteMail, markUnread, restoreMail, trustSender, unsubscribe } from './mail-writes.ts';
import { nameOf, senderOf } from './people.ts';
import { printConversation, printMail } from './printing.ts';

export interface MailMenuProps {
  email: Email;
  mails: Mails;
  list: OpenedFrom | undefined;
  answers: readonly AnswerMode[];
  onShowSource: () => void;
}

const ICONS = { reply: Reply, 'reply-all': ReplyAll, forward: Forward };

export function MailMenu({ email, mails, list, answers, onShowSource }: MailMenuProps) {
  const { conversation } = useWords();
  const label = useAnswerLabels();
  return (
    <>
      {answers.map((mode) => {
        const Icon = ICONS[mode];
        return (
          <MenuItem key={mode} icon={<Icon />} onSelect={() => openCompose({ replyTo: email, mode })}>
            {label(mode)}
          </MenuItem>
        );
      })}
      {answers.length > 0 && <MenuSeparator />}
      {!isUnsent(email) && (
        <MenuItem icon={<Mail />} onSelect={() => markUnreadFrom(email, mails, list)}>
          {conversation.markUnreadFromHere}
        </MenuItem>
      )}
      <SenderItems email={email} />
      <MenuSeparator />
      <MenuItem icon={<Print />} onSelect={() => void printMail(email.id)}>
        {conversation.printMail}
      </MenuItem>
      {mails.emails.length > 1 && (
        <MenuItem icon={<Print />} onSelect={() => void printConversation()}>
          {conversation.printConversation}
        </MenuItem>
      )}
      <MenuItem icon={<Code />} onSelect={onShowSource}>
        {conversation.showSource}
      </MenuItem>
      <MenuItem icon={<Download />} onSelect={() => downloadMail(email)}>
        {conversation.downloadMail}
      </MenuItem>
      <MenuSeparator />
      {email.deleted_at ? (
        <MenuItem icon={<Restore />} onSelect={() => void restoreMail(email)}>
          {conversation.restore}
        </MenuItem>
      ) : (
        <MenuItem icon={<Trash />} destructive onSelect={() => void deleteMail(email)}>
          {conversation.deleteMail}
        </MenuItem>
      )}
    </>
  );
}

function SenderItems({ email }: { email: Email }) {
  const { conversation } = useWords();
  const sender = senderOf(email);
  const { unsubscribe: ways, unsubscribed_at: isDone } = email.list ?? { unsubscribe: null, unsubscribed_at: null };
  const isReceived = email.status === 'received' && sender.address !== '';
  const contact = useContactOf(isReceived ? sender.address : '');
  return (
    <>
      {isReceived && (
        <>
          {contact ? (
            <MenuItem icon={<PersonIcon />} onSelect={() => goTo(`/contacts/${contact.id}`)}>
              {conversation.openContact}
            </MenuItem>
          ) : (
            <MenuItem icon={<NewContact />} onSelect={() => void addContact(sender)}>
              {conversation.addContact}
            </MenuItem>
          )}
          <MenuItem icon={<Image />} onSelect={() => void trustSender(sender)}>
            {conversation.trustSender}
          </MenuItem>
        </>
      )}
      <MenuItem icon={<NewEvent />} onSelect={() => createEventFrom(email)}>
        {conversation.createEvent}
      </MenuItem>
      {ways && !isDone && (
        <MenuItem icon={<Mute />} onSelect={() => void leaveList(email)}>
          {conversation.unsubscribe}
        </MenuItem>
      )}
    </>
  );
}

/** Mails from this one on are unread again, and the reader is back at the list. */
function markUnreadFrom(email: Email, mails: Mails, list: OpenedFrom | undefined): void {
  void markUnread(mails, email);
  if (list) goTo(list.path);
}

async function leaveList(email: Email): Promise<void> {
  const { conversation } = words();
  const {
    one_click: isOneClick,
    mailto,
    url,
  } = email.list?.unsubscribe ?? { one_click: false, mailto: null, url: null };
  if (!isOneClick && !mailto && url) {
    open(url, '_blank', 'noopener,noreferrer');
    return;
  }
  const isWanted = await confirm({
    title: conversation.unsubscribeTitle,
    text: conversation.unsubscribeText(nameOf(senderOf(email))),
    action: conversation.unsubscribe,
  });
  if (isWanted && (await unsubscribe(email))) showToast({ tone: 'success', text: conversation.unsubscribed });
}
