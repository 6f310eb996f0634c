// The icons of lists and folders.
import type { LucideIcon } from 'lucide-react';
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

const ICONS: Record<MailList['kind'], LucideIcon> = {
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

export function iconOf(list: MailList): LucideIcon {
  return list.kind === 'folder' && list.name === 'ARCHIVE' ? Archive : ICONS[list.kind];
}
