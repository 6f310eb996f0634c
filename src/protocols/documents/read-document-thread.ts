// The worker thread of read-document-process.ts: reads one document at a time.
import { serveWork } from '../../values/worker-pool.ts';
import { type DocumentType, documentText } from './document-text.ts';

export interface DocumentTask {
  type: DocumentType;
  bytes: Uint8Array;
}

serveWork(({ type, bytes }: DocumentTask) =>
  documentText(type, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
);
