// A mailbox at the server from the side of another client, and mail to put into it.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterAll } from 'vitest';
import { DOMAIN, type Dovecot } from './dovecot.ts';
import { own } from './peer-process.ts';

const open = new Set<ImapFlow>();

afterAll(() => {
  for (const client of open) client.close();
});

/** Another client of the mailbox. */
export async function openClient({ port }: Dovecot, user = 'alice'): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: false,
    doSTARTTLS: false,
    auth: { user: `${user}@${DOMAIN}`, pass: 'secret' },
    logger: false,
  });
  client.on('error', () => {});
  await client.connect();
  open.add(client);
  client.on('close', () => open.delete(client));
  return client;
}

/** Does something in a folder as another client would. */
export async function within<T>(client: ImapFlow, path: string, work: () => Promise<T>): Promise<T> {
  const lock = await client.getMailboxLock(path);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** The UID of the message with this subject in the open folder. */
export async function uidOf(client: ImapFlow, subject: string): Promise<string> {
  const [uid] = (await client.search({ subject }, { uid: true })) || [];
  if (uid === undefined) throw new Error(`there is no message ${subject}`);
  return String(uid);
}

interface Message {
  subject: string;
  messageId?: string;
  date?: Date;
  text?: string;
}

let made = 0;

export function messageText({ subject, messageId, date = new Date(), text = 'Hello.' }: Message): string {
  return [
    'From: Bob <bob@example.test>',
    'To: Alice <alice@example.test>',
    `Subject: ${subject}`,
    `Message-ID: ${messageId ?? `<m${++made}.${process.pid}@example.test>`}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\r\n');
}

/** Delivers as a mail server would. */
export async function deliver({ lmtpPort }: Dovecot, message: Message, to = 'alice'): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: lmtpPort, lmtp: true, ignoreTLS: true });
  const envelope = { from: `bob@${DOMAIN}`, to: [`${to}@${DOMAIN}`] };
  await transport.sendMail({ envelope, raw: messageText(message) });
  transport.close();
}

/** Many messages at once, as files that the server finds when it next looks. */
export function fillMaildir(dovecot: Dovecot, count: number, name: (index: number) => Message, user = 'alice'): void {
  const maildir = dovecot.maildir(user);
  for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(maildir, part), { recursive: true });
  const start = Math.floor(Date.now() / 1000) - count;
  for (let index = 0; index < count; index++) {
    const date = new Date((start + index) * 1000);
    const flags = index % 3 === 0 ? 'S' : index % 7 === 0 ? 'FS' : '';
    const file = `${start + index}.M${index}P1.test:2,${flags}`;
    writeFileSync(join(maildir, 'cur', file), messageText({ date, ...name(index) }));
    utimesSync(join(maildir, 'cur', file), date, date); // when the server got it
  }
  if (userInfo().uid === 0) own('mail', join(maildir, '..'));
}

/** Twelve messages in the inbox, and one each among the sent ones, in the trash and in a folder of its own. */
export async function fillFolders(dovecot: Dovecot, client: ImapFlow): Promise<void> {
  for (let index = 1; index <= 12; index++) await deliver(dovecot, { subject: `first ${index}` });
  await client.append('Sent', messageText({ subject: 'sent before' }), ['\\Seen']);
  await client.append('Trash', messageText({ subject: 'trashed before' }), ['\\Seen']);
  await client.mailboxCreate('Projects/Garden');
  await client.append('Projects/Garden', messageText({ subject: 'beans' }), ['\\Flagged']);
}
