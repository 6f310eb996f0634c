// The texts of a conversation in a list: who takes part, and what a screen reader says.
import type { Conversation } from '../../data/types.ts';
import { formatListTime } from '../../words/format.ts';
import type { Words } from '../../words/words.ts';

type Participant = Conversation['participants'][number];

export interface Sender {
  name: string;
  address: string;
}

/** More names than fit are not worth the work of laying them out. */
const MOST_NAMES = 4;

/**
 * "Ann Lee" for one person, "Ann, me, Bob" for several. Lists of sent mail name the recipients. The first one decides
 * about the picture.
 */
export function peopleOf(
  { participants }: Pick<Conversation, 'participants'>,
  own: ReadonlySet<string>,
  words: Words['mail'],
  isSent = false,
): { text: string; first: Sender | undefined } {
  const isOwn = ({ address }: Participant) => own.has(address.toLowerCase());
  const others = participants.filter((one) => !isOwn(one));
  const senders = participants.filter(({ is_sender }) => is_sender);
  const shown = isSent && others.length > 0 ? others : senders.length > 0 ? senders : participants;
  const names = shown
    .slice(0, MOST_NAMES)
    .map((one) => (isOwn(one) ? words.me : shown.length > 1 ? shortName(one) : (one.name ?? one.address)));
  const first = (isSent ? others[0] : undefined) ?? shown.find((one) => !isOwn(one)) ?? shown[0];
  const text = names.join(', ') || words.unknownSender;
  return {
    text: isSent && names.length > 0 ? words.to(text) : text,
    first: first && { name: first.name ?? first.address, address: first.address },
  };
}

/** The first name of "Ann Lee" and of "Lee, Ann"; the part before the @ of an address. */
function shortName({ name, address }: Participant): string {
  if (!name) return address.split('@')[0] ?? address;
  const [last = name, first] = name.split(/,\s+/);
  return (first ?? last).split(/\s+/)[0] ?? name;
}

/** What a screen reader says of a row: "Unread, Ann Lee, The lease, Here it is, 9:12". */
export function spokenRow(row: Conversation, people: string, words: Words['mail']): string {
  return [
    row.unread > 0 && words.unread,
    people,
    row.count > 1 && words.mailsInConversation(row.count),
    row.subject || words.noSubject,
    row.preview,
    row.has_drafts && words.draft,
    row.is_starred && words.starred,
    row.has_attachments && words.withAttachment,
    row.labels.length > 0 && words.labelled(row.labels.join(', ')),
    formatListTime(row.latest_at),
  ]
    .filter(Boolean)
    .join(', ');
}
