// Tokens with scopes, made over the API.
import { createToken } from '../../src/access/access.ts';
import type { Answered, TestService } from './service.ts';

export interface Key {
  id: string;
  headers: { authorization: string };
}

export async function keyOf(
  service: TestService,
  scopes: readonly string[],
  user = 1,
  expiresAt: number | null = null,
): Promise<Key> {
  const { id, text } = await createToken(service.store, { user, name: 'test', scopes: [...scopes], expiresAt });
  return { id, headers: { authorization: `Bearer ${text}` } };
}

export const codeOf = (answer: Answered) => (answer.body as { error?: { code: string } }).error?.code;
