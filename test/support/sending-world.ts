// For a test file of sending: one service for all its tests, and servers with an account each.
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { type FakeSmtp, startFakeSmtp } from './fake-smtp.ts';
import { headersOf, type Mail, type SendingService, startSending } from './sending.ts';
import { type Letter, startSmtp, type TestSmtp } from './smtp.ts';

export let world: SendingService;
/** A real SMTP server, or a fake one: what the file has asked for, and the account for it. */
export let smtp: TestSmtp;
export let fake: FakeSmtp;
export let account: string;

/** For a test file that calls it: one service that sends. */
export function useSending(): void {
  beforeAll(async () => {
    world = await startSending();
  });
  afterAll(() => world.end());
}

/** For a test file that calls it: one service that sends, and an account at a fake SMTP server. */
export function useFakeAccount(): void {
  useSending();
  beforeAll(async () => {
    fake = await startFakeSmtp();
    account = await world.addAccount(fake.account);
  });
  afterAll(() => fake.end());
}

/** For a test file that calls it: one service that sends, and an account at a real SMTP server. */
export function useSendingAccount(): void {
  useSending();
  beforeAll(async () => {
    smtp = await startSmtp();
    account = await world.addAccount(smtp.account);
  });
  afterAll(() => smtp.end());
}

/** Sends a mail and returns it once it is sent, with the message that the server received. */
export async function sent(more: object = {}, from: string | null = account): Promise<{ mail: Mail; letter: Letter }> {
  const { id } = await world.send(from, more);
  const mail = await world.untilEvent(id, 'email.sent');
  const letter = smtp.letters.find(({ bytes }) => headersOf(bytes)['message-id'] === mail.message_id);
  expect(letter).toBeDefined();
  return { mail, letter: letter as Letter };
}

/** A fake server for one test, and the account for it. */
export async function startServer(at: SendingService = world): Promise<{ fake: FakeSmtp; account: string }> {
  const fake = await startFakeSmtp();
  onTestFinished(() => fake.end());
  return { fake, account: await at.addAccount(fake.account) };
}
