// Forms with files, as text, and what lies in the folder for contents.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Answered, TestService } from './service.ts';

const BOUNDARY = '----daybook-test-7MA4YWxkTrZu0gW';
export const formType = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

export interface Part {
  name?: string;
  filename?: string | null;
  mime?: string | null;
  content?: string;
}

/** A form of these parts. */
export function form(...parts: Part[]): string {
  const written = parts.map(({ name = 'file', filename = 'note.txt', mime = 'text/plain', content = 'hello' }) => {
    const named = filename === null ? '' : `; filename="${filename}"`;
    const typed = mime === null ? '' : `\r\nContent-Type: ${mime}`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${named}${typed}\r\n\r\n${content}\r\n`;
  });
  return `${written.join('')}--${BOUNDARY}--\r\n`;
}

export interface FileData {
  id: string;
  filename: string;
  mime: string;
  size: number;
  sha256: string;
  email_id: string | null;
}

export async function upload(service: TestService, part: Part = {}, headers = {}): Promise<FileData> {
  const answer: Answered = await service.ask('POST', '/files', form(part), { ...formType, ...headers });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return (answer.body as { data: FileData }).data;
}

export function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Every file below the folder for contents, by its path there; neither the mark of the folder nor notes are such. */
export function onDisk(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(\.daybook|kept-)/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

export function placed(sha256: string, user = 1): string {
  return `${user}/${sha256.slice(0, 2)}/${sha256}`;
}
