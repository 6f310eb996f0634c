// Passwords at rest: sealed with AES-256-GCM with a key that is not in the database. A sealed text contains an
// identifier of its key, and is bound to its record by additional data, so that it cannot be opened elsewhere.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../store/engine/folder.ts';
import { StoreProblem } from '../store/engine/problem.ts';

export interface Secrets {
  /** `place` identifies what the secret belongs to, such as `account 018f…`. */
  seal(text: string, place: string): string;
  /** Throws if the text cannot be opened: an unreadable secret is an error, never clear text. */
  open(sealed: string, place: string): string;
  /** A digest that reveals nothing without the key. */
  digest(parts: (Buffer | string)[]): string;
}

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
// Also set in the cipher: without it a tag may be as short as 4 bytes, which can be guessed (NIST SP 800-38D, section
// 5.2.1.2 and appendix C).
const TAG_BYTES = 16;

interface Keys {
  key: Buffer;
  digestKey: Buffer;
  /** Identifies the key in sealed texts. */
  mark: string;
}

/** Uses the key of the environment, else that of the file, which is created when a key is first needed. */
export function openSecrets(file: string, keyText: string | undefined): Secrets {
  let known: Keys | undefined;
  const keys = () => {
    known ??= keysOf(keyText === undefined ? keyOfFile(file) : readKey(keyText.trim(), 'DAYBOOK_SECRET_KEY'));
    return known;
  };
  if (keyText !== undefined || existsSync(file)) keys(); // an invalid key is reported at startup
  return {
    digest(parts) {
      const digest = createHmac('sha256', keys().digestKey);
      for (const part of parts) digest.update(part);
      return digest.digest('base64url');
    },
    seal(text, place) {
      const { key, mark } = keys();
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [
        VERSION,
        mark,
        nonce.toString('base64'),
        cipher.getAuthTag().toString('base64'),
        sealed.toString('base64'),
      ].join(':');
    },
    open(sealed, place) {
      const [version, madeWith, nonce = '', tag = '', text = ''] = sealed.split(':');
      if (version !== VERSION) throw new Error('a sealed password has an unknown format');
      const { key, mark } = keys();
      if (madeWith !== mark)
        throw new Error(
          'the password was sealed with another key than the one in use; enter it again, or restore that key',
        );
      const decipher = createDecipheriv(CIPHER, key, bytesOf('nonce', nonce, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytesOf('tag', tag, TAG_BYTES));
      const opened = decipher.update(Buffer.from(text, 'base64'));
      try {
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        throw new Error(`a sealed password was changed, or does not belong to ${place}; enter it again`);
      }
    },
  };
}

function bytesOf(part: string, text: string, expected: number): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== expected)
    throw new Error(`a sealed password has a ${part} of ${bytes.length} bytes instead of ${expected}; enter it again`);
  return bytes;
}

function keysOf(key: Buffer): Keys {
  return {
    key,
    digestKey: createHmac('sha256', key).update('digest').digest(),
    mark: createHash('sha256').update(key).digest('hex').slice(0, 8),
  };
}

function keyOfFile(file: string): Buffer {
  try {
    return readKey(readFileSync(file, 'utf8').trim(), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  makeFolder(dirname(file));
  // Written under a temporary name first; of two processes the second uses the key of the first.
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  const handle = openSync(temporary, 'wx', 0o600);
  writeSync(handle, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
  return readKey(readFileSync(file, 'utf8').trim(), file);
}

const HOW = 'Create one with: openssl rand -base64 32';

function readKey(text: string, where: string): Buffer {
  const key = Buffer.from(text, 'base64');
  // Node skips characters that are not base64, so other text could pass as a key.
  const isBase64 = key.toString('base64url') === text.replace(/=$/, '').replaceAll('+', '-').replaceAll('/', '_');
  if (key.length !== KEY_BYTES || !isBase64)
    throw new StoreProblem(`${where} must contain a key of exactly ${KEY_BYTES} bytes in base64. ${HOW}`);
  if (isGuessable(key))
    throw new StoreProblem(
      `${where} contains a key that can be guessed: its bytes are equal, repeated or consecutive. ${HOW} and enter the passwords of the email accounts again.`,
    );
  return key;
}

/** A random key has about 30 different bytes, and fewer than 16 less often than once in 10^16 keys. */
function isGuessable(key: Buffer): boolean {
  const steps = new Set(Array.from(key.subarray(1), (byte, index) => (byte - (key[index] ?? 0)) & 0xff));
  return new Set(key).size < KEY_BYTES / 2 || steps.size === 1;
}
