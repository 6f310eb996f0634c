// The mail that another answers, found by its Message-ID.
import { indexKey } from '../values/text.ts';
import type { Query, Row } from './store.ts';

const FEW = 50; // mails that name the id; the one that has it is among the first, unless someone plays tricks

export function namingQuery(messageId: string): Query {
  return {
    sql: `select e.doc from thread_links l join emails e on e.user_id = ?1 and e.id = l.id
      where l.user_id = ?1 and l.message_id = ?2 order by l.id limit ?3`,
    params: [indexKey(messageId), FEW],
  };
}

/** The Message-IDs that the mail with this one names, oldest first; none where there is no such mail. */
export function referencesOf(messageId: string, rows: readonly Row[]): string[] {
  for (const { doc } of rows) {
    const mail = JSON.parse(doc as string) as {
      message_id: string | null;
      references: string[];
      in_reply_to: string | null;
    };
    if (mail.message_id !== messageId) continue;
    return mail.references.length > 0 || mail.in_reply_to === null ? mail.references : [mail.in_reply_to];
  }
  return [];
}
