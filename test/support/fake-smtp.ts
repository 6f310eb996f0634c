// An SMTP server that behaves correctly until a test makes it misbehave or pause at a stage. It records messages: one is
// complete when its final dot has arrived, and accepted when the server has replied with 250.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { authority, hereCertificate } from './certificates.ts';

/** `login` is STARTTLS where the server offers it, else AUTH. */
export const STAGES = ['greeting', 'ehlo', 'login', 'mail', 'rcpt', 'data', 'body', 'dot', 'quit'] as const;
export type Stage = (typeof STAGES)[number];

export const FAULTS = ['421', '451', '452', '550', '552', 'garbage', 'endless', 'stall', 'reset', 'tls'] as const;
export type Fault = (typeof FAULTS)[number];

interface FakeMail {
  from: string;
  to: string[];
  /** What came between DATA and the end of it, as it came. */
  bytes: Buffer;
}

export interface FakeSmtp {
  port: number;
  /** The `smtp` of an account that fits it. */
  account: Record<string, unknown>;
  /** Messages whose final dot has arrived. */
  complete: FakeMail[];
  /** Messages that got the reply 250. */
  accepted: FakeMail[];
  commands: string[];
  /** How many connections have ended without QUIT. */
  closed(): number;
  /** What to do at a stage from now on; `once` for the next time only. */
  misbehave(stage: Stage, fault: Fault, how?: { once?: boolean }): void;
  behave(): void;
  /** Waits at the stage the next time, without an answer; resolves when a client is there. */
  pauseAt(stage: Stage): Promise<void>;
  /** Continues after a pause. */
  release(): void;
  /** Answers a command otherwise than usual; undefined for the usual answer. */
  answer: (command: string) => string | undefined;
  end(): Promise<void>;
}

export type FakeSecurity = 'none' | 'tls' | 'starttls';

export async function startFakeSmtp(security: FakeSecurity = 'none'): Promise<FakeSmtp> {
  const sockets = new Set<Socket>();
  let fault: { stage: Stage; what: Fault; once: boolean } | undefined;
  let pause: { stage: Stage; reached: () => void } | undefined;
  let release = () => {};
  let closed = 0;
  const fake: Omit<FakeSmtp, 'port' | 'account'> = {
    complete: [],
    accepted: [],
    commands: [],
    closed: () => closed,
    answer: () => undefined,
    misbehave(stage, what, { once: onlyOnce = false } = {}) {
      fault = { stage, what, once: onlyOnce };
    },
    behave() {
      fault = undefined;
    },
    pauseAt: (stage) =>
      new Promise((reached) => {
        pause = { stage, reached };
      }),
    release: () => release(),
    end() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve())); // no new connections
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };

  /** Whether the stage is handled by a pause or a fault. */
  function isTaken(stage: Stage, session: Session, usual: () => void): boolean {
    if (pause?.stage === stage) {
      const { reached } = pause;
      pause = undefined;
      release = session.stop(usual);
      reached();
      return true;
    }
    if (fault?.stage !== stage) return false;
    const { what } = fault;
    if (fault.once) fault = undefined;
    session.fail(what);
    return true;
  }

  const server: Server = createServer((socket) => {
    sockets.add(socket);
    const left = serve(socket, security, fake, isTaken);
    socket
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(socket);
        if (!left()) closed++;
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const login = { user: 'ann', password: 'secret' };
  const tls = security === 'none' ? {} : { tls_ca: authority };
  return Object.assign(fake, { port, account: { host: '127.0.0.1', port, security, ...login, ...tls } });
}

interface Session {
  /** Reads and answers no more, until what this returns is called. */
  stop(usual: () => void): () => void;
  fail(what: Fault): void;
}

type Taken = (stage: Stage, session: Session, usual: () => void) => boolean;

function serve(
  raw: Socket,
  security: FakeSecurity,
  fake: Omit<FakeSmtp, 'port' | 'account'>,
  isTaken: Taken,
): () => boolean {
  let line: Socket = raw;
  let text = Buffer.alloc(0);
  let mail: FakeMail | undefined;
  let inData = false;
  let deaf = false; // what comes is not looked at any more
  let secured = security === 'tls';
  let left = false;

  const session: Session = {
    stop(usual) {
      deaf = true;
      line.pause();
      return () => {
        deaf = false;
        line.resume();
        usual();
      };
    },
    fail(what) {
      deaf = true;
      if (inData || what === 'stall') line.pause(); // a client in the middle of a large message gets no further
      if (what === 'stall') return;
      if (what === 'reset') raw.resetAndDestroy();
      else if (what === 'endless') flood();
      else if (what === 'tls') raw.write(Buffer.from('no such record, and no TLS either\r\n'));
      else if (what === 'garbage') {
        line.write(Buffer.from('\x00\xff%%% what was that\r\n', 'latin1'));
        deaf = inData;
      } else {
        line.write(`${what} ${what[0]}.0.0 not like this\r\n`);
        if (what === '421') line.end();
        else deaf = inData;
      }
    },
  };

  function flood(): void {
    if (!line.destroyed) line.write('x'.repeat(16_384), () => setImmediate(flood));
  }

  function say(reply: string): void {
    line.write(`${reply}\r\n`);
  }

  function hear(piece: Buffer): void {
    if (deaf) return;
    text = Buffer.concat([text, piece]);
    for (let end = text.indexOf('\r\n'); !inData && end >= 0 && !deaf; end = text.indexOf('\r\n')) {
      const command = text.subarray(0, end).toString('utf8');
      text = text.subarray(end + 2);
      fake.commands.push(command);
      obey(command);
    }
    if (inData && text.length > 0) hearBody();
  }

  function hearBody(): void {
    if (isTaken('body', session, hearBody)) return;
    const end = text.subarray(0, 3).equals(Buffer.from('.\r\n')) ? 0 : text.indexOf('\r\n.\r\n');
    if (end < 0) return;
    const whole = mail as FakeMail;
    whole.bytes = text.subarray(0, end);
    text = text.subarray(end + (end === 0 ? 3 : 5));
    inData = false;
    fake.complete.push(whole);
    const accept = () => {
      fake.accepted.push(whole);
      say('250 2.0.0 accepted');
    };
    if (!isTaken('dot', session, accept)) accept();
  }

  function obey(command: string): void {
    const verb = command.toUpperCase().split(/[ :]/)[0] as string;
    const special = fake.answer(command);
    const stage = stageOf(verb);
    const usual = () => (deeds[verb] ?? (() => say('250 2.0.0 ok')))(command); // RSET, NOOP
    if (special !== undefined) say(special);
    else if (!stage || !isTaken(stage, session, usual)) usual();
  }

  // On a connection that must be secured first, STARTTLS takes the place of the login.
  function stageOf(verb: string): Stage | undefined {
    return verb === 'AUTH' && security === 'starttls' ? undefined : STAGE_OF[verb];
  }

  const hello = () => say(`250-fake\r\n250 ${security === 'starttls' && !secured ? 'STARTTLS' : 'AUTH PLAIN'}`);
  const deeds: Record<string, (command: string) => void> = {
    EHLO: hello,
    HELO: hello,
    STARTTLS() {
      say('220 go ahead');
      raw.removeAllListeners('data');
      secure();
    },
    AUTH: () => say('235 2.7.0 welcome'),
    MAIL(command) {
      mail = { from: addressOf(command), to: [], bytes: Buffer.alloc(0) };
      say('250 2.1.0 ok');
    },
    RCPT(command) {
      mail?.to.push(addressOf(command));
      say('250 2.1.5 ok');
    },
    DATA() {
      inData = true;
      say('354 go ahead');
    },
    QUIT() {
      left = true;
      say('221 bye');
      line.end();
    },
  };

  function secure(): void {
    line = new TLSSocket(raw, { isServer: true, ...hereCertificate });
    line.on('data', hear).on('error', () => {});
    secured = true;
    text = Buffer.alloc(0);
  }

  line.on('data', hear);
  const welcome = () => {
    if (secured) {
      raw.removeAllListeners('data');
      secure();
    }
    say('220 fake ESMTP');
  };
  if (!isTaken('greeting', session, welcome)) welcome();
  return () => left;
}

const STAGE_OF: Record<string, Stage> = {
  EHLO: 'ehlo',
  HELO: 'ehlo',
  STARTTLS: 'login',
  AUTH: 'login',
  MAIL: 'mail',
  RCPT: 'rcpt',
  DATA: 'data',
  QUIT: 'quit',
};

function addressOf(command: string): string {
  return /<([^>]*)>/.exec(command)?.[1] ?? '';
}
