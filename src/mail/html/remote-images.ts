// Images of mails that are on other servers. The service fetches them, so that their servers do not learn the address of
// the reader. An image is named by its URL and a signature for its mail, so that only images of mails can be fetched.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { AddressCheck } from '../../protocols/net/hosts.ts';
import { imageAddresses } from '../../protocols/net/image-addresses.ts';
import { fetchImage, type Image } from '../../protocols/net/images.ts';
import { createSlots } from '../../values/queues/slots.ts';

/** How images are named on the page of a mail. */
export interface ImageNames {
  mail: string;
  key: string;
}

/** The address of an image on the page; undefined if that would be longer than a request may be. */
export function imageAddress(url: string, { mail, key }: ImageNames): string | undefined {
  const wellFormed = url.toWellFormed();
  const encoded = url.length > limits.imageUrlChars ? '' : encodeURIComponent(wellFormed);
  if (encoded === '' || encoded.length > limits.imageUrlChars) return undefined;
  return `/api/v1/emails/${mail}/remote-image?url=${encoded}&signature=${signatureOf(wellFormed, { mail, key })}`;
}

function signatureOf(url: string, { mail, key }: ImageNames): string {
  return createHmac('sha256', key).update(`${mail} ${url}`).digest('base64url');
}

/** For whom an image is fetched. */
interface Reader {
  user: number;
  /** Aborted when the reader no longer waits for the image. */
  gone: AbortSignal;
}

export interface RemoteImages {
  /** Fetches an image that a page of a mail names. */
  fetch(url: string, signature: string, names: ImageNames, reader: Reader): Promise<Image>;
  stop(): void;
}

/** `check` says which addresses are connected to. */
export function createRemoteImages(check: AddressCheck = imageAddresses()): RemoteImages {
  const stopping = new AbortController();
  const { imagesAtOnce: most, imagesOfUser: each, imagesWaiting: queue } = limits;
  const slots = createSlots({ most, each, queue, busy });
  return {
    stop: () => stopping.abort(),
    async fetch(url, signature, names, { user, gone }) {
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(url, names))];
      if (given.length !== right.length || !timingSafeEqual(given, right))
        throw new AppError(
          'NOT_FOUND',
          'The mail does not have this image; take its address from the page of the mail.',
        );
      const inTime = () => AbortSignal.any([AbortSignal.timeout(limits.imageTime), stopping.signal, gone]);
      const work = () =>
        fetchImage(url, check, inTime()).catch((error: Error) => {
          throw new AppError('IMAGE_UNAVAILABLE', `The image could not be fetched: ${error.message}.`);
        });
      return slots.run(user, work, inTime());
    },
  };
}

function busy(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'Too many images are being fetched; try again.', {}, 1);
}
