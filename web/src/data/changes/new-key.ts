// Random keys: of requests that must be made once (Idempotency-Key), and of copies in the browser.

/** crypto.randomUUID needs HTTPS, which a service in a home network may not have. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
