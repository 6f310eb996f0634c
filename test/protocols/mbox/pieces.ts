// Mailbox files, read in pieces.
import { type MboxMessage, readMbox } from '../../../src/protocols/mbox/reader.ts';

export const MOST = 10_000_000;
export const FROM = 'From ann@example.org Tue Feb 17 09:00:00 2026';
export const GIT = 'From 8a9b0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6a7b Mon Sep 17 00:00:00 2001';

export async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function messagesOf(text: string, size = 4096, most = MOST): Promise<MboxMessage[]> {
  return Array.fromAsync(readMbox(inPieces(text, size), most));
}

export async function textsOf(text: string, size?: number): Promise<(string | undefined)[]> {
  return (await messagesOf(text, size)).map(({ bytes }) => bytes?.toString('latin1'));
}

export const mbox = (...messages: string[]) => messages.map((one) => `${FROM}\n${one}\n`).join('');
export const plain = (subject: string, body = 'Hello.\n') => `From: ann@example.org\nSubject: ${subject}\n\n${body}`;
export const patch = `${GIT}\nFrom: Ann <ann@example.org>\nDate: Tue, 17 Feb 2026 09:00:00 +0000\nSubject: [PATCH] x\n\n---\n a | 2 +-\n`;

export function multipart(
  subject: string,
  parts: string[],
  { boundary = 'b1', closed = true, declared = '' } = {},
): string {
  const body = parts.map((part) => `--${boundary}\n${part}\n`).join('');
  const type = `multipart/mixed; boundary="${declared || boundary}"`;
  return `From: ann@example.org\nSubject: ${subject}\nContent-Type: ${type}\n\n${body}${closed ? `--${boundary}--\n` : ''}`;
}
