// Opens the form of a new event with the subject, the beginning and the sender of a mail.
import { openEditor } from '../../calendar/editor/editor-store.ts';
import type { Email } from '../../data/types.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { senderOf } from '../mails/people.ts';

/** Re:, AW:, Fwd: and the like. */
const PREFIXES = /^(?:\s*(?:re|aw|fwd?|wg|sv|vs|tr|rv)\s*(?:\[\d+\]\s*)?:)+\s*/iu;

export function createEventFrom(email: Email): void {
  const { address, name } = senderOf(email);
  const attendees = address ? [{ email: address, name, status: 'pending' as const }] : [];
  const title = (email.subject ?? '').replace(PREFIXES, '').trim();
  goTo('/calendar');
  openEditor({ draft: { title, description: email.preview ?? '', attendees } });
}
