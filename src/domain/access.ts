// Who may do what. A token is `dbk_<id>_<secret>`: the id finds its row, the secret is compared by its hash in
// constant time. What is looked up is remembered for half a second, so that a new or revoked token is in force within
// a second, whoever made the change.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Store } from '../store/store.ts';
import { addToken, findToken, hasTokens, OWNER, type TokenRow } from '../store/users.ts';

export const SCOPES = [
  'events:read',
  'events:write',
  'events:erase',
  'emails:read',
  'emails:write',
  'emails:erase',
  'emails:send',
  'contacts:read',
  'contacts:write',
  'contacts:erase',
  'files:read',
  'files:write',
  'accounts:read',
  'accounts:write',
  'admin',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Who asks: a user, by a token or as the owner of a service that has none. */
export interface Principal {
  user: number;
  token: string | null;
  scopes: ReadonlySet<string>;
}

export function may(principal: Principal, scope: Scope): boolean {
  return principal.scopes.has('admin') || principal.scopes.has(scope);
}

/** `hint` is a sentence that says why, or what can be done without the scope. */
export function requireScope(principal: Principal, scope: Scope, hint?: string): void {
  if (may(principal, scope)) return;
  const message = `This needs the scope ${scope}; the token has ${[...principal.scopes].join(', ') || 'none'}.`;
  throw new AppError('INSUFFICIENT_SCOPE', hint ? `${message} ${hint}` : message, { scope });
}

/** A new token's text, which is shown once and never stored. Tokens that have ended do not count towards the limit. */
export async function createToken(
  store: Store,
  token: { user: number; name: string; scopes: string[]; expiresAt: number | null },
): Promise<{ id: string; text: string }> {
  const id = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  if (!(await addToken(store, { ...token, id, hash: hashOf(secret) }, limits.tokens)))
    throw new AppError(
      'CONFLICT',
      `A user has at most ${limits.tokens} tokens in force; revoke one that is no longer used first.`,
    );
  return { id, text: `dbk_${id}_${secret}` };
}

/** At once where it is known already, else as a promise: nearly every request finds it known. */
export type Soon<T> = T | Promise<T>;

export interface Access {
  /** The principal of a bearer token, or the owner where no token is needed; throws or rejects with UNAUTHORIZED. */
  identify(token: string | undefined): Soon<Principal>;
  /** Whether a principal that was identified earlier still holds. */
  holds(principal: Principal): Promise<boolean>;
  tokensRequired(): Soon<boolean>;
}

/** A token's row, and who comes with it. */
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
  const required = remember(async (_: string) => !open || (await hasTokens(store)));
  const tokensRequired = () => required('');

  return {
    tokensRequired,
    identify(token) {
      if (token === undefined) {
        const needed = tokensRequired();
        return needed instanceof Promise ? needed.then(withoutToken) : withoutToken(needed);
      }
      if (token === '') throw new AppError('UNAUTHORIZED', NOT_BEARER);
      const [, id, secret] = /^dbk_([0-9a-f]{12})_([\w-]{43})$/.exec(token) ?? [];
      const known = id ? tokens(id) : undefined;
      return known instanceof Promise ? known.then((one) => withToken(secret, one)) : withToken(secret, known);
    },
    async holds(principal) {
      if (principal.token === null) return !(await tokensRequired());
      return isInForce((await tokens(principal.token))?.row);
    },
  };
}

const NOT_BEARER =
  'The header Authorization must be Bearer and a token, as in Authorization: Bearer dbk_…; other schemes, such as Basic, are not supported.';

function withoutToken(needed: boolean): Principal {
  if (needed) throw new AppError('UNAUTHORIZED', 'A token is required: send it as Authorization: Bearer dbk_….');
  return owner;
}

function withToken(secret: string | undefined, known: Known | undefined): Principal {
  // Compared even when there is no such token, so that the time taken says nothing.
  const matches = timingSafeEqual(
    Buffer.from(hashOf(secret ?? ''), 'hex'),
    Buffer.from(known?.row.hash ?? hashOf('none'), 'hex'),
  );
  if (!matches || !known || !isInForce(known.row))
    throw new AppError('UNAUTHORIZED', reasonOf(matches ? known?.row : undefined));
  return known.principal;
}

/** Whether a token lets anyone in: it is neither revoked nor expired. */
export function isInForce(row: TokenRow | undefined): boolean {
  return row !== undefined && row.revokedAt === null && (row.expiresAt === null || row.expiresAt > Date.now());
}

function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}

function reasonOf(row: TokenRow | undefined): string {
  if (!row) return 'The token is unknown; one is made with daybook token create.';
  return row.revokedAt === null
    ? 'The token has expired; make a new one.'
    : 'The token has been revoked; make a new one.';
}

function remember<T>(look: (key: string) => Promise<T>): (key: string) => Soon<T> {
  const kept = new Map<string, { value: Soon<T>; until: number }>();
  return (key) => {
    const now = Date.now();
    const known = kept.get(key);
    if (known && known.until > now) return known.value;
    if (kept.size > 10_000) kept.clear();
    const value = look(key);
    const entry: { value: Soon<T>; until: number } = { value, until: now + limits.accessCheck };
    kept.set(key, entry);
    value.then(
      (found) => {
        entry.value = found;
      },
      () => kept.delete(key),
    );
    return value;
  };
}
