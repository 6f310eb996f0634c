// The thread behind read-message.ts: reads one message after the other.
import { parentPort } from 'node:worker_threads';
import type { ParsedMail } from '../values/parsed-mail.ts';
import { mendParser } from './mime-mending.ts';
import { parseHeader, parseMessage } from './mime-parse.ts';

/** A whole message, or its beginning and why only that is read. */
export interface ReadingWork {
  bytes: Uint8Array;
  problem: ParsedMail['problem'];
}

mendParser();

parentPort?.on('message', async ({ bytes, problem }: ReadingWork) => {
  try {
    const mail = problem ? await parseHeader(bytes, problem) : await parseMessage(bytes);
    // Contents that share a buffer cannot be handed over one by one.
    const buffers = new Set(mail.attachments.map(({ content }) => content.buffer as ArrayBuffer));
    parentPort?.postMessage({ answer: mail }, [...buffers]);
  } catch (error) {
    parentPort?.postMessage({ problem: (error as Error).message });
  }
});
parentPort?.postMessage({});
