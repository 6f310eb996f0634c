// The servers that an address probably has: those of well-known providers, else the usual names below its domain.
// Nothing is asked: the person sees the guess and corrects it.

export type Security = 'tls' | 'starttls' | 'none';

interface Server {
  host: string;
  port: string;
  security: Security;
}

export interface Servers {
  smtp: Server;
  imap: Server;
}

const PORTS = {
  smtp: { tls: '465', starttls: '587', none: '25' },
  imap: { tls: '993', starttls: '143', none: '143' },
} as const;

export function usualPort(kind: 'smtp' | 'imap', security: Security): string {
  return PORTS[kind][security];
}

interface Provider {
  domains: readonly string[];
  smtp: string;
  imap: string;
  /** Their SMTP servers want STARTTLS. */
  startsTls?: boolean;
}

const PROVIDERS: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], smtp: 'smtp.gmail.com', imap: 'imap.gmail.com' },
  { domains: ['icloud.com', 'me.com', 'mac.com'], smtp: 'smtp.mail.me.com', imap: 'imap.mail.me.com', startsTls: true },
  {
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'outlook.de', 'hotmail.de'],
    smtp: 'smtp-mail.outlook.com',
    imap: 'outlook.office365.com',
    startsTls: true,
  },
  {
    domains: ['yahoo.com', 'yahoo.de', 'ymail.com'],
    smtp: 'smtp.mail.yahoo.com',
    imap: 'imap.mail.yahoo.com',
  },
  { domains: ['fastmail.com', 'fastmail.fm'], smtp: 'smtp.fastmail.com', imap: 'imap.fastmail.com' },
  { domains: ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch'], smtp: 'mail.gmx.net', imap: 'imap.gmx.net' },
  { domains: ['t-online.de'], smtp: 'securesmtp.t-online.de', imap: 'secureimap.t-online.de' },
  { domains: ['posteo.de', 'posteo.net'], smtp: 'posteo.de', imap: 'posteo.de' },
  { domains: ['aol.com'], smtp: 'smtp.aol.com', imap: 'imap.aol.com' },
];

/** undefined while the address has no domain. */
export function guessServers(address: string): Servers | undefined {
  const domain = /@([\w-]+(\.[\w-]+)+)$/.exec(address.trim().toLowerCase())?.[1];
  if (!domain) return undefined;
  const known = PROVIDERS.find(({ domains }) => domains.includes(domain));
  const security: Security = known?.startsTls ? 'starttls' : 'tls';
  return {
    smtp: { host: known?.smtp ?? `smtp.${domain}`, port: usualPort('smtp', security), security },
    imap: { host: known?.imap ?? `imap.${domain}`, port: usualPort('imap', 'tls'), security: 'tls' },
  };
}
