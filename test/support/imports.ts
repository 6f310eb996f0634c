// Mail in files to import, and what is stored after it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'vitest';
import { engine, newMigratedDatabase } from './databases.ts';
import { message } from './messages.ts';
import { at, type Finished, run, temporaryFolder } from './process.ts';
import { startTestService, type TestService } from './service.ts';

export interface MailData {
  id: string;
  subject: string;
  folder: string;
  is_read: boolean;
  is_starred: boolean;
  status: string;
  labels: string[];
  received_at: string;
  parse_problem?: { code: string };
  [field: string]: unknown;
}

interface Place {
  options: string[];
  database: string;
  data: string;
}

export async function newPlace(made = newMigratedDatabase): Promise<Place> {
  const { place } = await made();
  // The contents of a server's database lie in a data folder, those of a file beside it.
  const data = engine === 'postgres' ? temporaryFolder() : dirname(place);
  return { options: [...at(place), ...(engine === 'postgres' ? ['--data', data] : [])], database: place, data };
}

export async function succeed(...args: string[]): Promise<Finished> {
  return successOf(run(args));
}

export async function successOf(command: Promise<Finished>): Promise<Finished> {
  const finished = await command;
  expect(finished).toMatchObject({ code: 0 });
  return finished;
}

/** All mail, by subject. */
export async function mailsIn({ database, data }: Place): Promise<MailData[]> {
  const service = await startTestService({ data, database });
  try {
    return await dataOf(service);
  } finally {
    await service.stop();
  }
}

export async function dataOf(service: TestService): Promise<MailData[]> {
  const { body } = await service.ask('GET', '/emails?limit=500&sort=subject&order=asc&include_deleted=true');
  return (body as { data: MailData[] }).data;
}

export function write(path: string, content: string | Buffer): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const FROM = 'From ann@example.org Tue Feb 17 09:00:00 2026';
export const mail = (subject: string, ...headers: string[]) =>
  message(['From: ann@example.org', `Subject: ${subject}`, ...headers], `${subject}\n`).toString();
export const mbox = (...mails: string[]) => mails.map((one) => `${FROM}\r\n${one}\r\n`).join('');
export const shown = ({ subject, folder, is_read, is_starred, status }: MailData) =>
  [subject, folder, is_read ? 'read' : 'unread', is_starred ? 'starred' : '', status].filter(Boolean).join(' ');
