// Files with mail, and what is found in them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findMail, messagesOf } from '../../../src/protocols/mailboxes/files.ts';
import type { FoundMessage } from '../../../src/protocols/mailboxes/messages.ts';
import { message } from '../../support/messages.ts';
import { temporaryFolder } from '../../support/process.ts';

export const FROM = 'From ann@example.org Tue Feb 17 09:00:00 2026';
export const mail = (subject: string, ...headers: string[]) =>
  message(['From: ann@example.org', `Subject: ${subject}`, ...headers], `${subject}\n`).toString();
export const mbox = (...mails: string[]) => mails.map((one) => `${FROM}\r\n${one}\r\n`).join('');
export const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
export const card = 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann\r\nEND:VCARD\r\n';

export function write(path: string, content: string | Buffer): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

export async function found(path: string, report: (bytes: number) => void = () => {}): Promise<FoundMessage[]> {
  const messages: FoundMessage[] = [];
  for (const file of await findMail(path)) messages.push(...(await Array.fromAsync(messagesOf(file, report))));
  return messages;
}

/** Subject and folder of a message, or the name of a file and why it was left out. */
export function shown({ bytes, folder, path, reason }: FoundMessage): string {
  const subject = /^Subject: (.*)$/m.exec(bytes?.toString() ?? '')?.[1]?.trim();
  return bytes === null ? `${path.replace(/^.*\//, '')}: ${reason}` : `${subject} in ${folder}`;
}

export const inArchive = async (name: string, bytes: Buffer) =>
  (await found(write(join(temporaryFolder(), name), bytes))).map(shown);
