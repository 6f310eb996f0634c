// Changing messages at the server, one at a time, in the folder that is open. Whatever the server refuses is an error;
// what is there already is none, so that a change can be repeated.
import type { Line } from './imap.ts';

/** Puts a mark on a message, or takes it off. */
export async function setMark(line: Line, uid: number, mark: '\\Seen' | '\\Flagged', on: boolean): Promise<void> {
  const options = { uid: true };
  const done = on
    ? await line.messageFlagsAdd(String(uid), [mark], options)
    : await line.messageFlagsRemove(String(uid), [mark], options);
  if (!done) throw new Error(`the server refused to ${on ? 'set' : 'clear'} ${mark}`);
}

/** Moves a message; returns its place there, where the server tells it (RFC 4315). */
export async function moveMessage(
  line: Line,
  uid: number,
  path: string,
): Promise<{ uid: number; uidValidity: number } | null> {
  const moved = await line.messageMove(String(uid), path, { uid: true });
  if (!moved) throw new Error(`the server refused to move the message to ${path}`);
  const there = moved.uidMap?.get(uid);
  return there !== undefined && moved.uidValidity !== undefined
    ? { uid: there, uidValidity: Number(moved.uidValidity) }
    : null;
}

/** Deletes a message for good. */
export async function deleteMessage(line: Line, uid: number): Promise<void> {
  if (!(await line.messageDelete(String(uid), { uid: true }))) throw new Error('the server refused to delete it');
}

/** Makes a folder, unless it is there. */
export async function makeFolder(line: Line, path: string): Promise<string> {
  return (await line.mailboxCreate(path)).path;
}
