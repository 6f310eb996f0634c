// Tokens over the API: those of the user are listed, created and revoked. The first token of a service must have the
// scope admin and no end: from then on every request needs a token, and only one with admin can create others.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { ListResult } from '../records/list.ts';
import { newValidator, type Validator, validateFields } from '../records/validate.ts';
import { datetime, type Field, flag, groupName, nullable, required, text } from '../resources/fields.ts';
import type { ReadStore, Tx } from '../store/port.ts';
import { revokeOwnToken, type TokenRow, tokensOf } from '../store/tables/users.ts';
import { Type } from '../values/schema.ts';
import { formatTime, parseTime } from '../values/time.ts';
import { type Access, issueToken, type Principal, SCOPES } from './access.ts';

const TOKEN_ID = /^[0-9a-f]{12}$/;

const scopes: Field<string[]> = {
  schema: Type.Array(
    { type: 'string', enum: SCOPES },
    {
      minItems: 1,
      maxItems: SCOPES.length,
      description: 'Its permissions; all but admin when not given. The first token of a service needs admin.',
      examples: [['emails:read', 'contacts:read']],
    },
  ),
  read: (value: string[]) => [...new Set(value)],
};

export const tokenInput = {
  name: required(groupName({ about: 'What it is for.', example: 'phone' })),
  scopes,
  expires_at: nullable(
    datetime({
      about: 'When it ends, which must be in the future; null: never. The first token of a service has no end.',
      example: '2099-12-31T08:00:00Z',
    }),
  ),
};

/** A token as it is served; its text is not stored. */
export const tokenFields = {
  id: text(limits.shortChars, { about: 'The part of the token that is not secret.', example: '2c14e23e4bf3' }),
  name: tokenInput.name,
  scopes: { schema: Type.Array(Type.String(), { examples: [['emails:read', 'contacts:read']] }) },
  created_at: datetime(),
  expires_at: tokenInput.expires_at,
  revoked_at: nullable(datetime({ about: 'When it was revoked.', example: null })),
  is_current: flag({ about: 'Whether the request, or its session, has this token.', example: false }),
};

/** A page of the user's tokens, newest first. */
export async function tokenPage(
  store: ReadStore,
  principal: Principal,
  query: { limit?: number; offset?: number; include_ended?: boolean },
): Promise<ListResult> {
  const { limit: most = limits.pageDefault, offset = 0, include_ended: ended = false } = query;
  const limit = Math.min(most, limits.pageMax);
  const { tokens, total } = await tokensOf(store, principal.user, { limit, offset, ended });
  const texts = tokens.map((row) => JSON.stringify(served(row, principal)));
  return { texts, meta: { total, limit, offset, has_more: offset + texts.length < total } };
}

function served(row: Omit<TokenRow, 'user' | 'userName' | 'hash'>, principal: Principal) {
  const timeOf = (at: number | null) => (at === null ? null : formatTime(at));
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    created_at: formatTime(row.createdAt),
    expires_at: timeOf(row.expiresAt),
    revoked_at: timeOf(row.revokedAt),
    is_current: row.id === principal.token,
  };
}

/** Creates a token of the user; only this answer has its text. */
export async function createOwnToken(tx: Tx, principal: Principal, body: unknown, timezone: string): Promise<object> {
  const validator = newValidator(timezone);
  const given = validateFields(tokenInput, body, validator);
  validator.finish(); // the checks below need values of the right types
  const {
    name,
    scopes = SCOPES.filter((one) => one !== 'admin'),
    expires_at = null,
  } = given as { name: string; scopes?: string[]; expires_at?: string | null };
  const expiresAt = expires_at === null ? null : checkedEnd(expires_at, tx.now, validator);
  // A request without a token is only possible while the service has none. Its sender would lose their access.
  if (principal.token === null) checkFirst(scopes, expiresAt, validator);
  validator.finish();
  const { id, text: token } = await issueToken(tx, { name, scopes, expiresAt });
  const row = { id, name, scopes, createdAt: tx.now, expiresAt, revokedAt: null };
  return { ...served(row, principal), token };
}

function checkedEnd(written: string, now: number, validator: Validator): number | null {
  const at = parseTime(written, 'UTC');
  if (at !== undefined && at <= now) validator.fault('expires_at', 'future', 'expires_at must be in the future.');
  return at ?? null;
}

function checkFirst(scopes: readonly string[], expiresAt: number | null, validator: Validator): void {
  const reason = 'from then on every request needs a token, and only one with admin can create others.';
  if (!scopes.includes('admin'))
    validator.fault('scopes', 'admin', `scopes must include admin in the first token of a service: ${reason}`);
  if (expiresAt !== null)
    validator.fault('expires_at', 'null', `expires_at must be null in the first token of a service: ${reason}`);
}

/** Revokes a token of the user. */
export async function revokeOwn(tx: Tx, id: string): Promise<{ id: string; revoked: true }> {
  if (TOKEN_ID.test(id) && (await revokeOwnToken(tx, id))) return { id, revoked: true };
  throw new AppError(
    'NOT_FOUND',
    `There is no valid token ${JSON.stringify(id.slice(0, 60))}; GET /tokens lists them.`,
  );
}

/** After the commit: takes effect here at once, and in other instances within a second. */
export async function forgetRevoked<T extends { id: string }>(access: Access, revoked: T): Promise<T> {
  access.forgetToken(revoked.id);
  return revoked;
}
