// The worker thread of read-document-process.ts: reads one document at a time.
import { serveWork } from '../../values/worker-pool.ts';
import { type DocumentType, documentText } from './document-text.ts';

export interface DocumentTask {
  type: DocumentType;
  bytes: Uint8Array;
}

process.permission?.drop?.('worker'); // the thread that began it drops only its own

serveWork(({ type, bytes }: DocumentTask) =>
  documentText(type, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
);
