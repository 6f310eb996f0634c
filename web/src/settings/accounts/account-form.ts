// The form of an account, and the requests that it becomes.
import type { components } from 'daybook-client';
import type { Account } from '../../data/types.ts';
import { guessServers, type Security, usualPort } from './guess-servers.ts';

export interface ServerForm {
  host: string;
  port: string;
  security: Security;
  user: string;
  /** Empty: the password of the account, or the stored one. */
  password: string;
  tls_ca: string;
}

export interface AccountForm {
  address: string;
  name: string;
  from_name: string;
  /** Of both servers, unless one has its own. */
  password: string;
  smtp: ServerForm;
  usesImap: boolean;
  imap: ServerForm;
}

export type AccountInput = components['schemas']['EmailAccountCreate'];
export type ServerKind = 'smtp' | 'imap';

const emptyServer = (kind: ServerKind): ServerForm => ({
  host: '',
  port: usualPort(kind, 'tls'),
  security: 'tls',
  user: '',
  password: '',
  tls_ca: '',
});

export function emptyAccountForm(): AccountForm {
  const servers = { smtp: emptyServer('smtp'), imap: emptyServer('imap') };
  return { address: '', name: '', from_name: '', password: '', usesImap: true, ...servers };
}

export function accountFormOf(account: Account): AccountForm {
  const server = (kind: ServerKind): ServerForm => {
    const found = account[kind];
    if (!found) return emptyServer(kind);
    const { host, port, security, user, tls_ca } = found;
    return { host, port: String(port), security, user: user ?? '', password: '', tls_ca: tls_ca ?? '' };
  };
  return {
    address: account.address,
    name: account.name === account.address ? '' : account.name,
    from_name: account.from_name ?? '',
    password: '',
    smtp: server('smtp'),
    usesImap: account.imap !== null,
    imap: server('imap'),
  };
}

/** Another address: what was guessed from the earlier one follows it, what was typed stays. */
export function withAddress(form: AccountForm, address: string): AccountForm {
  const before = guessServers(form.address);
  const after = guessServers(address);
  const server = (kind: ServerKind): ServerForm => {
    const current = form[kind];
    const follows = current.host === '' || current.host === before?.[kind].host;
    const guessed = follows ? (after?.[kind] ?? { host: '' }) : {};
    return { ...current, ...guessed, user: current.user === form.address ? address : current.user };
  };
  return { ...form, address, smtp: server('smtp'), imap: server('imap') };
}

/** Whether the hosts are those that were guessed. */
export function isGuessed({ address, smtp, imap }: AccountForm): boolean {
  const guess = guessServers(address);
  return guess !== undefined && smtp.host === guess.smtp.host && imap.host === guess.imap.host;
}

export function withSecurity(kind: ServerKind, server: ServerForm, security: Security): ServerForm {
  const isUsual = server.port === usualPort(kind, server.security);
  return { ...server, security, port: isUsual ? usualPort(kind, security) : server.port };
}

export function accountInput(form: AccountForm): AccountInput {
  const address = form.address.trim();
  return {
    address,
    name: form.name.trim() || address,
    from_name: form.from_name.trim() || null,
    smtp: serverInput(form, 'smtp'),
    imap: form.usesImap ? serverInput(form, 'imap') : null,
  };
}

function serverInput(form: AccountForm, kind: ServerKind): AccountInput['smtp'] {
  const { host, port, security, user, password, tls_ca } = form[kind];
  const secret = password || form.password;
  return {
    host: host.trim(),
    port: Number(port),
    security,
    user: user.trim() || null,
    ...(secret && user.trim() && { password: secret }),
    tls_ca: tls_ca.trim() || null,
  };
}

/** Only what differs from the account that the form began with, so that changes made elsewhere stay. */
export function accountChanges(before: AccountForm, after: AccountForm): Partial<AccountInput> {
  const [old, next] = [accountInput(before), accountInput(after)];
  const differs = (name: keyof AccountInput) => JSON.stringify(old[name]) !== JSON.stringify(next[name]);
  return Object.fromEntries(Object.entries(next).filter(([name]) => differs(name as keyof AccountInput)));
}

export type FormProblem = 'addressMissing' | 'hostMissing' | 'portWrong';

/** What can be known without the service. */
export function accountProblems({ address, smtp, usesImap, imap }: AccountForm): Map<string, FormProblem> {
  const found = new Map<string, FormProblem>();
  if (!/^\S+@\S+$/.test(address.trim())) found.set('address', 'addressMissing');
  const servers = { smtp, ...(usesImap && { imap }) };
  for (const [kind, { host, port }] of Object.entries(servers)) {
    if (host.trim() === '') found.set(`${kind}.host`, 'hostMissing');
    if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65_535) found.set(`${kind}.port`, 'portWrong');
  }
  return found;
}
