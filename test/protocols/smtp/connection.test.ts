// An SMTP connection: the end of a message is sent only when it is allowed, whatever the message is made of, and a
// connection that is silent or broken is detected before the next mail.
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectSocket } from '../../../src/protocols/net/hosts.ts';
import { openConnection, type SmtpConnection } from '../../../src/protocols/smtp/connection.ts';
import { SmtpProblem } from '../../../src/protocols/smtp/faults.ts';
import type { MailServer } from '../../../src/values/mail-server.ts';
import { type FakeSmtp, startFakeSmtp } from '../../support/fake-smtp.ts';
import { eventually } from '../../support/process.ts';

let fake: FakeSmtp;
let connection: SmtpConnection;
const never = new AbortController().signal;

beforeEach(async () => {
  fake = await startFakeSmtp();
  const server = { ...fake.account, tls_ca: null, has_password: true } as unknown as MailServer;
  const connect = () => connectSocket(server, () => true);
  connection = await openConnection({ server, password: 'secret', connect, timeout: 5000 }, never);
});
afterEach(async () => {
  connection.drop();
  await fake.end();
});

function send(message: Readable, beforeEnd: () => Promise<void> = async () => {}, signal = never) {
  return connection.send({ from: 'ann@example.org', to: ['bob@example.net'], size: 0, message, beforeEnd, signal });
}

it('asks before the end of a message, and only after the server has asked for it', async () => {
  const asked: string[] = [];
  const reached = fake.pauseAt('data');
  const sent = send(Readable.from(['Subject: x\r\n\r\nhello\r\n']), async () => {
    asked.push(fake.commands.at(-1) as string);
    expect(fake.complete).toEqual([]);
  });
  await reached;
  expect(asked).toEqual([]);
  fake.release();
  await sent;
  expect(asked).toEqual(['DATA']);
  expect(fake.accepted).toHaveLength(1);
});

it('never ends a message for which this was refused', async () => {
  const refusal = new Error('no');
  await expect(send(Readable.from(['hello\r\n']), () => Promise.reject(refusal))).rejects.toBe(refusal);
  await eventually(fake.closed, (count) => count === 1);
  expect(fake.complete).toEqual([]);
});

it('never ends a message that breaks off in the middle', async () => {
  const broken = new Error('the disk is gone');
  async function* half() {
    yield 'Subject: x\r\n\r\nhel';
    throw broken;
  }
  await expect(send(Readable.from(half()))).rejects.toBe(broken);
  await eventually(fake.closed, (count) => count === 1);
  expect(fake.complete).toEqual([]);
});

it('turns every bare CR and LF into CRLF and doubles every dot at the start of a connection', async () => {
  await send(Readable.from([Buffer.from('a\n.\nb\r.\rc\r\n.\rd\r'), Buffer.from('\ne\r'), Buffer.from('.\nf')]));
  const [{ bytes } = { bytes: Buffer.alloc(0) }] = fake.accepted;
  expect(bytes.toString('latin1')).toBe('a\r\n..\r\nb\r\n..\r\nc\r\n..\r\nd\r\ne\r\n..\r\nf');
});

it('is interrupted by a signal, and then no recipient has the message', async () => {
  const stop = new AbortController();
  const reached = fake.pauseAt('data');
  const sent = send(Readable.from(['hello\r\n']), async () => {}, stop.signal);
  const reason = new Error('enough');
  await reached;
  stop.abort(reason);
  await expect(sent).rejects.toBe(reason);
  fake.release();
  await eventually(fake.closed, (count) => count === 1);
  expect(fake.complete).toEqual([]);
});

it('knows whether its server is still there', async () => {
  await send(Readable.from(['hello\r\n']));
  expect(await connection.isAlive()).toBe(true);
  expect(fake.commands.at(-1)).toBe('RSET');
  await fake.end();
  expect(await connection.isAlive()).toBe(false);
});

it('says which step was refused, in the words of the server', async () => {
  fake.misbehave('rcpt', '550');
  const problem = await send(Readable.from(['hello\r\n'])).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(SmtpProblem);
  expect((problem as SmtpProblem).fault).toEqual({
    kind: 'refused',
    code: 'RECIPIENTS_REFUSED',
    message: 'bob@example.net: 550 5.0.0 not like this',
    rejected: [{ address: 'bob@example.net', isFinal: true, reply: '550 5.0.0 not like this' }],
  });
});
