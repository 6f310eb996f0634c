// The icons of lists and folders.
import type { Icon } from '../../ui/icon.ts';
import {
  Archive,
  Failed,
  File,
  Folder,
  Inbox,
  Label,
  Mail,
  Schedule,
  Search,
  Send,
  Snooze,
  Spam,
  Star,
  Trash,
  Upload,
} from '../../ui/icons.ts';
import type { MailList } from '../mail-address.ts';

const ICONS: Record<MailList['kind'], Icon> = {
  inbox: Inbox,
  starred: Star,
  snoozed: Snooze,
  scheduled: Schedule,
  drafts: File,
  sent: Send,
  outbox: Upload,
  failed: Failed,
  all: Mail,
  spam: Spam,
  trash: Trash,
  folder: Folder,
  label: Label,
  search: Search,
};

export function iconOf(list: MailList): Icon {
  return list.kind === 'folder' && list.name === 'ARCHIVE' ? Archive : ICONS[list.kind];
}
