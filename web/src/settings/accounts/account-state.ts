// The state of a mail server of an account in plain words.
import type { Account } from '../../data/types.ts';
import { formatRelative } from '../../words/format.ts';
import { words } from '../../words/words.ts';

type Server = Account['smtp'];

export interface ServerState {
  tone: 'success' | 'danger' | 'neutral';
  text: string;
  /** What is wrong and what to do, as the service says it. */
  detail: string | null;
}

export function serverState(server: Server): ServerState {
  const { states } = words().settings.accounts;
  const { status, status_detail: detail, last_checked_at: at } = server;
  if (status === 'connected') return { tone: 'success', text: states.connected, detail: null };
  if (status === 'disconnected') return { tone: 'neutral', text: states.disconnected, detail };
  return { tone: 'danger', text: problemOf(detail ?? '', at), detail };
}

function problemOf(detail: string, at: string | null): string {
  const { states } = words().settings.accounts;
  if (/did not accept the login|password/i.test(detail)) return states.refused;
  const since = formatRelative(at ?? new Date());
  return /connect|reach|respond|refused|timed out|time|known name/i.test(detail)
    ? states.unreachable(since)
    : states.failed(since);
}
