// The thread behind read-message.ts: reads one message after the other.
import { parentPort } from 'node:worker_threads';
import type { ParsedMail } from '../../values/parsed-mail.ts';
import { parseHeader, parseMessage } from './parse.ts';

/** A whole message, or its beginning and why only that is read. */
export interface ReadingWork {
  bytes: Uint8Array;
  problem: ParsedMail['problem'];
}

parentPort?.on('message', ({ bytes, problem }: ReadingWork) => {
  try {
    const mail = problem ? parseHeader(bytes, problem) : parseMessage(bytes);
    // Contents that share a buffer cannot be handed over one by one.
    const contents = mail.attachments.map(({ content }) => content.buffer as ArrayBuffer);
    parentPort?.postMessage({ answer: mail }, [...new Set(contents)]);
  } catch (error) {
    parentPort?.postMessage({ problem: (error as Error).message });
  }
});
parentPort?.postMessage({});
