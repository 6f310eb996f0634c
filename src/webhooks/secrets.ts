// The secrets of a webhook, sealed as they are stored in its row: the current one and, for a day after a rotation, the
// one before it. Both sign, as Standard Webhooks defines it: HMAC-SHA256 over id, time and body.
import { createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '../accounts/secrets.ts';
import { limits } from '../limits.ts';
import { SECRET_PREFIX } from '../resources/webhook.ts';

export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

interface Sealed {
  current: string;
  previous?: string;
  /** When the previous one ends. */
  until?: number;
}

const placeOf = (id: string) => `webhook ${id}`;

export function sealSecret(secrets: Secrets, id: string, secret: string): string {
  return JSON.stringify({ current: secrets.seal(secret, placeOf(id)) } satisfies Sealed);
}

/** The stored text after a rotation. An earlier secret that cannot be read signs nothing more. */
export function rotateSealed(secrets: Secrets, id: string, stored: string, secret: string, now: number): string {
  const { current } = JSON.parse(stored) as Sealed;
  const until = now + limits.webhookSecretKept;
  const sealed: Sealed = { current: secrets.seal(secret, placeOf(id)) };
  return JSON.stringify(isReadable(secrets, id, current) ? { ...sealed, previous: current, until } : sealed);
}

function isReadable(secrets: Secrets, id: string, sealed: string): boolean {
  try {
    secrets.open(sealed, placeOf(id));
    return true;
  } catch {
    return false;
  }
}

export interface OpenSecrets {
  current: string;
  previous: string | null;
}

/** Throws if they cannot be read: the key of the service was replaced. */
export function openSecretsOf(secrets: Secrets, id: string, stored: string, now: number): OpenSecrets {
  const { current, previous, until = 0 } = JSON.parse(stored) as Sealed;
  const isValid = previous !== undefined && until > now;
  return {
    current: secrets.open(current, placeOf(id)),
    previous: isValid ? secrets.open(previous, placeOf(id)) : null,
  };
}

/** Those that sign a message, the current one first. */
export function signingSecrets({ current, previous }: OpenSecrets): string[] {
  return previous === null ? [current] : [current, previous];
}

interface SignedMessage {
  id: string;
  /** In seconds since 1970. */
  timestamp: number;
  body: Buffer;
}

/** The value of webhook-signature: one signature for each secret. */
export function signaturesOf(secrets: readonly string[], { id, timestamp, body }: SignedMessage): string {
  return secrets
    .map((secret) => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ');
}
