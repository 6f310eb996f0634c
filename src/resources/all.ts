// The record kinds that exist.
import { account } from './account.ts';
import { contact } from './contact.ts';
import { email } from './email.ts';
import { event } from './event.ts';
import { file } from './file.ts';
import type { Kind } from './kind.ts';
import type { Resource } from './resource.ts';

export const resources: readonly Resource[] = [event, email, contact];

export const kinds: readonly Kind[] = [account, file];

/** The resource whose changes an event name such as `email.created` tells of. */
export function resourceOfEvent(name: string): Resource | undefined {
  const prefix = name.slice(0, name.indexOf('.'));
  return resources.find((resource) => resource.name === prefix);
}
