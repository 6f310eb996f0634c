// Passwords at rest: sealed with AES-256-GCM under a key that is not in the database. A sealed text says which key it
// was sealed with, and is bound to its place, so that it opens nowhere else.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './folder.ts';
import { StoreProblem } from './problem.ts';

export interface Secrets {
  /** `place` is what the secret belongs to, such as `account 018f…`. */
  seal(text: string, place: string): string;
  /** Throws when the text cannot be opened: an unreadable secret is an error, never clear text. */
  open(sealed: string, place: string): string;
  /** A digest that tells nothing to who has not the key. */
  digest(text: string): string;
}

const VERSION = 'v1';
const KEY_BYTES = 32;

interface Keys {
  key: Buffer;
  digestKey: Buffer;
  /** Tells sealed texts which key they were sealed with. */
  mark: string;
}

/** With the key of the environment, else that of the file, which is made when a key is first needed. */
export function openSecrets(file: string, given: string | undefined): Secrets {
  let known: Keys | undefined;
  const keys = () => {
    known ??= keysOf(given === undefined ? keyOfFile(file) : readKey(given, 'DAYBOOK_SECRET_KEY'));
    return known;
  };
  if (given !== undefined || existsSync(file)) keys(); // one that cannot be used is told at the start
  return {
    digest: (text) => createHmac('sha256', keys().digestKey).update(text).digest('base64url'),
    seal(text, place) {
      const { key, mark } = keys();
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
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
      if (version !== VERSION) throw new Error('a sealed password has a form that this version does not know');
      const { key, mark } = keys();
      if (madeWith !== mark)
        throw new Error(
          'the password was sealed with another key than the one in use; enter it again, or bring the key back',
        );
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'))
        .setAAD(Buffer.from(place))
        .setAuthTag(Buffer.from(tag, 'base64'));
      return Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]).toString('utf8');
    },
  };
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
  // Written whole under another name first; whoever comes second takes the key of the first.
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

function readKey(text: string, where: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES)
    throw new StoreProblem(
      `${where} must hold a key of ${KEY_BYTES} bytes in base64, such as openssl rand -base64 32 prints.`,
    );
  return key;
}
