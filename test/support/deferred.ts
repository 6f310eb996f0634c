// A server that defers one recipient and accepts another, and what the record says about them.
import type { Delivery } from '../../src/resources/email-facts.ts';
import type { FakeSmtp } from './fake-smtp.ts';
import { eventually } from './process.ts';
import type { Mail, SendingService } from './sending.ts';
import { startServer, world } from './sending-world.ts';

export const BOB = 'bob@example.net';
export const GREY = 'grey@example.net';
export const GONE = 'gone@example.net';
export const LATER = '451 4.7.1 try later';

export interface DeferringServer {
  fake: FakeSmtp;
  account: string;
  /** From now on every recipient is accepted. */
  acceptAll(): void;
  /** The reply to grey@ from now on. */
  replyToGrey(reply: string): void;
}

export const delivery = (
  address: string,
  status: Delivery['status'],
  code: string | null = null,
  message: unknown = null,
) => ({
  address,
  status,
  code,
  message,
});

/** A later attempt than any test lasts, so that a test can check the result of one attempt. */
export const patient = { sendRetryBase: '3000' };

/** A server that accepts everybody but grey@, whom it defers, and gone@, whom it refuses. */
export async function startDeferringServer(at: SendingService = world): Promise<DeferringServer> {
  const { fake, account } = await startServer(at);
  let reply: string | undefined = LATER;
  fake.answer = (command) => {
    if (command.startsWith('RCPT') && command.includes(`<${GREY}`)) return reply;
    return command.startsWith('RCPT') && command.includes(`<${GONE}`) ? '550 5.1.1 no such person' : undefined;
  };
  return {
    fake,
    account,
    acceptAll() {
      reply = undefined;
    },
    replyToGrey(text) {
      reply = text;
    },
  };
}

/** Sends a mail to bob@ and grey@. */
export const sendBoth = (account: string, at: SendingService = world, more = {}): Promise<Mail> =>
  at.send(account, { to_addresses: [BOB, `Grey <${GREY}>`], ...more });

/** The mail once its delivery to grey@ has this status. */
export const untilGrey = (id: string, status: Delivery['status'], at: SendingService = world): Promise<Mail> =>
  eventually(
    () => at.get(id),
    ({ deliveries }) => deliveries.find(({ address }) => address === GREY)?.status === status,
  );
