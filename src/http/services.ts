// The services that handlers need besides the store: contents on disk, sealed passwords, connections to other servers.
import type { Access } from '../access/access.ts';
import type { MailServers } from '../accounts/connection-tests.ts';
import type { Secrets } from '../accounts/secrets.ts';
import type { Blobs } from '../files/content-store.ts';
import type { AttachedMails } from '../mail/attached/attached-mail.ts';
import type { HtmlCleaner } from '../mail/html/html-cleaner.ts';
import type { RemoteImages } from '../mail/html/remote-images.ts';
import type { Unsubscriber } from '../sending/unsubscribe.ts';
import type { Targets } from '../webhooks/targets.ts';
import type { WebhookTests } from '../webhooks/test-delivery.ts';
import type { FeedGateway } from './feed.ts';

/** Where and since when the service runs. */
interface ServicePlace {
  startedAt: number;
  /** The folder of the contents. */
  files: string;
  /** The names that it is reached by besides its address. */
  hostnames: readonly string[];
}

export interface Services {
  access: Access;
  /** Of the program. */
  version: string;
  place: ServicePlace;
  blobs: Blobs;
  /** The maximum number of bytes of one user's files; 0 for no limit. */
  filesQuota: number;
  secrets: Secrets;
  servers: MailServers;
  unsubscriber: Unsubscriber;
  /** Makes the HTML of mails safe to show. */
  cleaner: HtmlCleaner;
  /** Reads mails that are attached to others. */
  attached: AttachedMails;
  /** Fetches the images of mails that are on other servers. */
  images: RemoteImages;
  /** The clients of the change feed. */
  feed: FeedGateway;
  /** Where webhooks may be sent to. */
  targets: Targets;
  webhookTests: Pick<WebhookTests, 'test'>;
}
