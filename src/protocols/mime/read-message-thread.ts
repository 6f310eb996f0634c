// The worker thread of read-message.ts: parses one message at a time.
import type { ParsedMail } from '../../values/parsed-mail.ts';
import { serveWork } from '../../values/worker-pool.ts';
import { parseHeader, parseSource } from './parse.ts';
import { Source } from './source.ts';
import { Workspace } from './workspace.ts';

/** A message, or its beginning and the reason why only that is read. */
export interface ReadTask {
  message: Uint8Array | { path: string; size: number };
  /** Path prefix of the files that contents are written to; null to keep contents in memory. */
  prefix: string | null;
  problem: ParsedMail['problem'];
}

function read({ message, prefix, problem }: ReadTask): ParsedMail {
  const workspace = new Workspace(prefix);
  try {
    const source = message instanceof Uint8Array ? Source.ofBytes(message) : Source.ofFile(message.path, message.size);
    return problem ? parseHeader(source, problem) : parseSource(source, workspace);
  } finally {
    workspace.clear();
  }
}

// A buffer that several contents share can be transferred only once.
function buffersOf({ attachments }: ParsedMail): ArrayBuffer[] {
  return [...new Set(attachments.map(({ content }) => content.buffer as ArrayBuffer))];
}

serveWork(read, buffersOf);
