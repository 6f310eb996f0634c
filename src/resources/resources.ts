// The list of resources.
import { account } from './account.ts';
import { contact } from './contact.ts';
import { email } from './email.ts';
import { event } from './event.ts';
import { file } from './file.ts';
import { identity } from './identity.ts';
import type { Resource } from './resource.ts';
import { trustedSender } from './trusted-sender.ts';
import { webhook } from './webhook.ts';

export const resources: readonly Resource[] = [event, email, contact, account, identity, trustedSender, file, webhook];

/** The resources that full-text search looks at. */
export const searchedResources = resources.filter(({ search }) => search !== null);

/** The resource of an event name such as `email.created`. */
export function resourceOfEvent(name: string): Resource | undefined {
  const prefix = name.slice(0, name.indexOf('.'));
  return resources.find((resource) => resource.name === prefix);
}
