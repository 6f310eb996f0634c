// The route table: everything that the service does, one file per area. Read this first. Every resource has the routes
// of records.ts; the file of an area has its additional routes.
import { email } from '../../resources/email.ts';
import { event } from '../../resources/event.ts';
import type { Resource } from '../../resources/resource.ts';
import { resources } from '../../resources/resources.ts';
import { accountRoutes } from './accounts.ts';
import { attachedMailRoutes } from './attached-mails.ts';
import { calendarRoutes } from './calendars.ts';
import { correspondentRoutes } from './correspondents.ts';
import { emailAdditions, emailRoutes } from './emails.ts';
import { eventAdditions } from './events.ts';
import { feedRoutes } from './feed.ts';
import { fileRoutes } from './files.ts';
import { freeBusyRoutes } from './free-busy.ts';
import { identityRoutes } from './identities.ts';
import { nameRoutes } from './names.ts';
import { type Additions, recordRoutes } from './records.ts';
import { reminderRoutes } from './reminders.ts';
import type { Route } from './route.ts';
import { searchRoutes } from './search.ts';
import { aboutRoutes } from './service/about.ts';
import { exportRoutes } from './service/export.ts';
import { importRoutes } from './service/imports.ts';
import { sessionRoutes } from './service/session.ts';
import { settingsRoutes } from './service/settings.ts';
import { tokenRoutes } from './service/tokens.ts';
import { syncRoutes } from './sync.ts';
import { taskRoutes } from './tasks.ts';
import { threadRoutes } from './threads.ts';
import { trustedSenderRoutes } from './trusted-senders.ts';
import { webhookRoutes } from './webhooks.ts';

const additions = new Map<Resource, Additions>([
  [event, eventAdditions],
  [email, emailAdditions],
]);

export const routes: readonly Route[] = [
  ...resources
    .filter(({ ownRoutes }) => !ownRoutes)
    .flatMap((resource) => recordRoutes(resource, additions.get(resource))),
  ...calendarRoutes,
  ...freeBusyRoutes,
  ...reminderRoutes,
  ...emailRoutes,
  ...attachedMailRoutes,
  ...threadRoutes,
  ...trustedSenderRoutes,
  ...correspondentRoutes,
  ...searchRoutes,
  ...nameRoutes,
  ...accountRoutes,
  ...identityRoutes,
  ...syncRoutes,
  ...fileRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...taskRoutes,
  ...settingsRoutes,
  ...feedRoutes,
  ...webhookRoutes,
  ...sessionRoutes,
  ...tokenRoutes,
  ...aboutRoutes,
];
