// Changes messages in the mailbox that is open, one at a time. A refusal of the server is an error; a state that exists
// already is not, so a change can be repeated.
import type { ImapConnection } from './connection.ts';

/** Sets or clears a flag. */
export async function setFlag(
  connection: ImapConnection,
  uid: number,
  flag: '\\Seen' | '\\Flagged',
  on: boolean,
): Promise<void> {
  const options = { uid: true };
  const done = on
    ? await connection.messageFlagsAdd(String(uid), [flag], options)
    : await connection.messageFlagsRemove(String(uid), [flag], options);
  if (!done) throw new Error(`the server refused to ${on ? 'set' : 'clear'} ${flag}`);
}

/** Moves a message; returns its new location where the server reports it (COPYUID, RFC 4315). */
export async function moveMessage(
  connection: ImapConnection,
  uid: number,
  path: string,
): Promise<{ uid: number; uidValidity: number } | null> {
  const moved = await connection.messageMove(String(uid), path, { uid: true });
  if (!moved) throw new Error(`the server refused to move the message to ${path}`);
  const there = moved.uidMap?.get(uid);
  return there !== undefined && moved.uidValidity !== undefined
    ? { uid: there, uidValidity: Number(moved.uidValidity) }
    : null;
}

/** Deletes a message for good. */
export async function deleteMessage(connection: ImapConnection, uid: number): Promise<void> {
  if (!(await connection.messageDelete(String(uid), { uid: true }))) throw new Error('the server refused to delete it');
}

/** Creates a mailbox, unless it exists. */
export async function makeFolder(connection: ImapConnection, path: string): Promise<string> {
  return (await connection.mailboxCreate(path)).path;
}
