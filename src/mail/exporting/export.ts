// All records of one kind as a stream, one at a time in memory: mail as an mbox file, others as lines of JSON.
import type { Blobs } from '../../files/content-store.ts';
import { createPause } from '../../records/slices.ts';
import { asEmail, email } from '../../resources/email.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Store } from '../../store/port.ts';
import { type Chosen, walkRecords } from '../../store/tables/record-lookups.ts';
import { createMboxWriter } from './mbox.ts';

/**
 * Calls `onLost` for a mail that cannot be written, because its content is missing; the others follow. Then it ends with
 * an error, so that nobody takes the file for a complete one.
 */
export async function* exportMail(
  store: Store,
  blobs: Blobs,
  user: number,
  chosen: Chosen | undefined,
  onLost: (id: string, error: unknown) => void,
): AsyncGenerator<Buffer> {
  const writer = createMboxWriter(store, blobs, user);
  const pause = createPause();
  let lost = 0;
  try {
    for await (const text of walkRecords(store, user, email, chosen)) {
      const mail = asEmail(JSON.parse(text));
      const message = await writer.write(mail).catch((error: unknown) => {
        lost++;
        onLost(mail.id, error);
      });
      if (message) yield message;
      await pause();
    }
    if (lost > 0) throw new Error(`${lost} of the emails could not be exported`);
  } finally {
    await writer.close();
  }
}

export async function* exportLines(store: Store, user: number, resource: Resource): AsyncGenerator<Buffer> {
  for await (const text of walkRecords(store, user, resource)) yield Buffer.from(`${text}\n`);
}
