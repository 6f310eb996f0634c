// The worker thread of read-message.ts: parses one message at a time.
import { isAttachedMail } from '../../values/mail-facts.ts';
import type { ParsedMail } from '../../values/parsed-mail.ts';
import { serveWork } from '../../values/worker-pool.ts';
import { parseHeader, parseMessage, parseSource } from './parse.ts';
import { Source } from './source.ts';
import { Workspace } from './workspace.ts';

/** A message, or its beginning and the reason why only that is read. */
export interface ReadTask {
  message: Uint8Array | { path: string; size: number };
  /** Path prefix of the files that contents are written to; null to keep contents in memory. */
  prefix: string | null;
  problem: ParsedMail['problem'];
  /** Of the attached message to read, as in MessageReader; needs its contents in memory. */
  path?: readonly number[];
}

/** Null if there is no message at the path. */
function read({ message, prefix, problem, path = [] }: ReadTask): ParsedMail | null {
  const workspace = new Workspace(prefix);
  try {
    const source = message instanceof Uint8Array ? Source.ofBytes(message) : Source.ofFile(message.path, message.size);
    return problem ? parseHeader(source, problem) : attachedMailOf(parseSource(source, workspace), path);
  } finally {
    workspace.clear();
  }
}

function attachedMailOf(outer: ParsedMail, path: readonly number[]): ParsedMail | null {
  let mail = outer;
  for (const at of path) {
    const attached = mail.attachments[at];
    if (!attached || !isAttachedMail(attached)) return null;
    // A copy, so that the contents of the result do not keep those of the messages around it in memory.
    mail = parseMessage(new Uint8Array(attached.content));
  }
  return mail;
}

// A buffer that several contents share can be transferred only once.
function buffersOf(mail: ParsedMail | null): ArrayBuffer[] {
  return [...new Set((mail?.attachments ?? []).map(({ content }) => content.buffer as ArrayBuffer))];
}

serveWork(read, buffersOf);
