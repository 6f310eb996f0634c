// The states of an email: where each lies, and how one that is on its way out becomes a draft again.
import type { Fields } from './kinds.ts';

/** Where a mail of this status lies unless someone puts it elsewhere. */
export function folderOf(status: unknown): string {
  const folders: Record<string, string> = { received: 'INBOX', draft: 'DRAFTS', sent: 'SENT' };
  return folders[status as string] ?? 'OUTBOX';
}

/** Whether it can still be called back. */
export function isWaiting({ status }: Fields): boolean {
  return status === 'queued' || status === 'scheduled';
}

export const draftAgain = { status: 'draft', folder: 'DRAFTS', scheduled_at: null };
