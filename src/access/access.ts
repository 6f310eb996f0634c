// Authentication and scopes. A token is `dbk_<id>_<secret>`: the id selects its row, and the hash of the secret is
// compared in constant time. Rows are cached for half a second, so that a new or revoked token takes effect within a
// second, even if another process changed it. A session of a browser (sessions.ts) has the permissions of its token.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { resources } from '../resources/resources.ts';
import type { Store, Tx } from '../store/port.ts';
import { existingSessions, findSession, type SessionRow } from '../store/tables/personal/sessions.ts';
import { addToken, findToken, hasTokens, OWNER, type TokenRow } from '../store/tables/users.ts';
import type { DeliveredBy } from '../values/mail-facts.ts';

/** `erase` deletes permanently what has a trash; resources without a trash need only `write`. */
export type Scope = `${string}:${'read' | 'write' | 'erase' | 'send'}` | 'admin';

export const SCOPES: readonly Scope[] = [
  // Accounts and their identities have the same.
  ...new Set(
    resources.flatMap(({ scope, trash }): Scope[] => [
      `${scope}:read`,
      `${scope}:write`,
      ...(trash ? [`${scope}:erase` as const] : []),
    ]),
  ),
  'emails:send',
  'settings:write', // every token may read them
  'admin',
];

/** The authenticated user: by a token, or the owner if the service has no tokens. */
export interface Principal {
  user: number;
  token: string | null;
  /** The session, if the request is authenticated by its cookie. */
  session?: string;
  scopes: ReadonlySet<string>;
}

export function may(principal: Principal, scope: Scope): boolean {
  return principal.scopes.has('admin') || principal.scopes.has(scope);
}

/** Who delivers the mail that a request of this principal stores. */
export function deliveredBy(principal: Principal): DeliveredBy {
  return may(principal, 'emails:send') ? 'sender' : 'other';
}

/** `hint` is a sentence that explains why, or what is possible without the scope. */
export function requireScope(principal: Principal, scope: Scope, hint?: string): void {
  if (may(principal, scope)) return;
  const message = `This needs the scope ${scope}; the token has ${[...principal.scopes].join(', ') || 'none'}.`;
  throw new AppError('INSUFFICIENT_SCOPE', hint ? `${message} ${hint}` : message, { scope });
}

/** At least one of the scopes, for what shows more with each of them. */
export function requireAnyScope(principal: Principal, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => may(principal, scope))) return;
  const message = `This needs one of the scopes ${scopes.join(', ')}; the token has none of them.`;
  throw new AppError('INSUFFICIENT_SCOPE', message, { scope: scopes[0] });
}

export interface NewToken {
  name: string;
  scopes: string[];
  expiresAt: number | null;
}

/**
 * Creates a token; its text is shown once and never stored. Expired and revoked tokens do not count towards the limit.
 */
export function createToken(
  store: Store,
  { user, ...token }: NewToken & { user: number },
): Promise<{ id: string; text: string }> {
  return store.write(user, (tx) => issueToken(tx, token));
}

/** The same in a transaction of its user. */
export async function issueToken(tx: Tx, token: NewToken): Promise<{ id: string; text: string }> {
  const id = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  if (!(await addToken(tx, { ...token, id, hash: hashOf(secret) }, limits.tokens)))
    throw new AppError(
      'CONFLICT',
      `A user has at most ${limits.tokens} valid tokens; revoke one that is no longer used first.`,
    );
  return { id, text: `dbk_${id}_${secret}` };
}

/** A value if it is cached, which is nearly always, else a promise. */
export type Soon<T> = T | Promise<T>;

export interface Access {
  /**
   * The principal of a bearer token, else of the first session that has not ended, else the owner if no token is needed;
   * throws or rejects with UNAUTHORIZED. Without a required token, a session that has ended is ignored.
   */
  identify(token: string | undefined, sessions?: readonly string[]): Soon<Principal>;
  /**
   * The user of a token, else of the first session, that was valid when it was last looked up. Without a lookup: it only
   * says whose turn a request has to wait for.
   */
  recentUser(token: string | undefined, sessions: readonly string[]): number | undefined;
  /** Whether an earlier principal is still valid. */
  holds(principal: Principal): Promise<boolean>;
  tokensRequired(): Soon<boolean>;
  /** To be called when a session was ended here, so that this takes effect immediately. */
  forgetSession(id: string): void;
  /** The same for a token that was revoked here. */
  forgetToken(id: string): void;
}

/** The row of a token and its principal. */
interface Known {
  row: TokenRow;
  principal: Principal;
}

const owner: Principal = { user: OWNER, token: null, scopes: new Set(['admin']) };

/** `open` says whether a service without tokens may be used without one: when it listens on loopback only. */
export function createAccess(store: Store, open: boolean): Access {
  const tokens = remember(async (id: string): Promise<Known | undefined> => {
    const row = await findToken(store, id);
    return row && { row, principal: { user: row.user, token: row.id, scopes: new Set(row.scopes) } };
  });
  const sessions = remember((id: string) => findSession(store, id));
  const required = remember(async (_: string) => !open || (await hasTokens(store)));
  const tokensRequired = () => required.get('');

  /** The principal of a session; undefined if it has ended. */
  const bySession = (text: string): Soon<Principal | undefined> => {
    const [id = '', secret = ''] = text.split('.');
    return then(sessions.get(id), (row) => {
      if (!isSession(row, secret)) return undefined;
      return then(tokens.get(row.token), (known) =>
        known && isInForce(known.row) ? { ...known.principal, session: id } : undefined,
      );
    });
  };

  const byFirst = ([first, ...others]: readonly string[]): Soon<Principal | undefined> =>
    first === undefined ? undefined : then(bySession(first), (found) => found ?? byFirst(others));

  // Another service under the same name can have set more cookies than are worth a query each.
  const byFirstOfMany = async (texts: readonly string[]): Promise<Principal | undefined> => {
    const existing = await existingSessions(store, texts.map(idOf));
    return byFirst(texts.filter((text) => existing.has(idOf(text))));
  };

  return {
    tokensRequired,
    forgetSession: sessions.forget,
    forgetToken: tokens.forget,
    identify(token, sessions = []) {
      if (token === '') throw new AppError('UNAUTHORIZED', NOT_BEARER);
      if (token === undefined) {
        if (sessions.length === 0) return then(tokensRequired(), withoutToken);
        return then(
          sessions.length > 1 ? byFirstOfMany(sessions) : byFirst(sessions),
          (found) => found ?? then(tokensRequired(), withoutSession),
        );
      }
      const [, id, secret] = TOKEN.exec(token) ?? [];
      return then(id ? tokens.get(id) : undefined, (known) => withToken(secret, known));
    },
    recentUser(token, texts) {
      const [, id = '', secret = ''] = TOKEN.exec(token ?? '') ?? [];
      const known = tokens.recent(id);
      if (token !== undefined) return known && isSecret(secret, known.row.hash) ? userInForce(known) : undefined;
      for (const text of texts) {
        const row = sessions.recent(idOf(text));
        if (row && isSession(row, text.slice(idOf(text).length + 1))) return userInForce(tokens.recent(row.token));
      }
      return undefined;
    },
    async holds({ token, session }) {
      if (token === null) return !(await tokensRequired());
      if (session !== undefined && !isLive(await sessions.get(session))) return false;
      return isInForce((await tokens.get(token))?.row);
    },
  };
}

/** The id of a session, which its cookie begins with. */
function idOf(text: string): string {
  return text.split('.', 1)[0] as string;
}

const TOKEN = /^dbk_([0-9a-f]{12})_([\w-]{43})$/;

function then<T, R>(value: Soon<T>, work: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(work) : work(value);
}

const NOT_BEARER =
  'The header Authorization must be Bearer and a token, as in Authorization: Bearer dbk_…; other schemes, such as Basic, are not supported.';

function withoutToken(needed: boolean): Principal {
  if (needed) throw new AppError('UNAUTHORIZED', 'A token is required: send it as Authorization: Bearer dbk_….');
  return owner;
}

function withoutSession(needed: boolean): Principal {
  if (needed) throw new AppError('UNAUTHORIZED', 'The session has ended; start one with POST /api/v1/session.');
  return owner;
}

function isLive(row: SessionRow | undefined): row is SessionRow {
  return row !== undefined && row.expiresAt > Date.now();
}

function isSession(row: SessionRow | undefined, secret: string): row is SessionRow {
  return isSecret(secret, row?.hash) && isLive(row);
}

// Compared even if there is nothing to compare with, so that timing reveals nothing.
function isSecret(secret: string, stored: string | undefined): boolean {
  return timingSafeEqual(Buffer.from(hashOf(secret), 'hex'), Buffer.from(stored ?? hashOf('none'), 'hex'));
}

function withToken(secret: string | undefined, known: Known | undefined): Principal {
  const matches = isSecret(secret ?? '', known?.row.hash);
  if (!matches || !known || !isInForce(known.row)) throw refusalOf(matches ? known?.row : undefined);
  return known.principal;
}

/** Whether a token is valid: neither revoked nor expired. */
export function isInForce(row: TokenRow | undefined): boolean {
  return row !== undefined && row.revokedAt === null && (row.expiresAt === null || row.expiresAt > Date.now());
}

function userInForce(known: Known | undefined): number | undefined {
  return isInForce(known?.row) ? known?.row.user : undefined;
}

export function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}

function refusalOf(row: TokenRow | undefined): AppError {
  const refuse = (reason: string, message: string) => new AppError('UNAUTHORIZED', message, { reason });
  if (!row) return refuse('unknown', 'The token is unknown; create one with daybook token create.');
  return row.revokedAt === null
    ? refuse('expired', 'The token has expired; create a new one.')
    : refuse('revoked', 'The token has been revoked; create a new one.');
}

interface Memory<T> {
  get(key: string): Soon<T>;
  /** The value that was found last, however long ago. */
  recent(key: string): T | undefined;
  forget(key: string): void;
}

/** Rows that are kept in memory, of tokens and of sessions each. */
const KEPT = 10_000;

function remember<T>(look: (key: string) => Promise<T>): Memory<T> {
  // Those that were looked up last are at the end.
  const kept = new Map<string, { value: Soon<T>; until: number; found: T | undefined }>();
  const get = (key: string): Soon<T> => {
    const now = Date.now();
    const known = kept.get(key);
    if (known && known.until > now) return known.value;
    kept.delete(key);
    for (const oldest of kept.keys()) {
      if (kept.size < KEPT) break;
      kept.delete(oldest);
    }
    const value = look(key);
    const entry = { value: value as Soon<T>, until: now + limits.accessCheck, found: known?.found };
    kept.set(key, entry);
    value.then(
      (found) => {
        entry.value = found;
        entry.found = found;
      },
      () => kept.delete(key),
    );
    return value;
  };
  return { get, recent: (key) => kept.get(key)?.found, forget: (key) => void kept.delete(key) };
}
