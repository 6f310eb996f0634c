// A change of an event that was queued in an earlier visit and refused: its form can be opened again, so that nothing that
// was typed is lost.

import type { Request } from '../../data/changes/requests.ts';
import { daybook } from '../../data/client.ts';
import type { CalendarEvent } from '../../data/types.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { openEditor } from './editor-store.ts';
import { draftOf } from './event-draft.ts';

const EVENT = /^\/events\/([^/]+)$/;

/** Opens the form with what was refused. undefined if the request is not that of a form. */
export function reopenRefused({ method, path, body }: Request): (() => Promise<void>) | undefined {
  const values = body as Partial<CalendarEvent>;
  if (method === 'POST' && path === '/events') return async () => open(undefined, { custom_fields: null, ...values });
  const id = EVENT.exec(path)?.[1];
  if (method !== 'PATCH' || id === undefined) return undefined;
  return async () => {
    try {
      const event = await daybook.events.get(id);
      open(event, { ...event, ...values });
    } catch (error) {
      showRefusal(error);
    }
  };
}

function open(event: CalendarEvent | undefined, values: Partial<CalendarEvent>): void {
  goTo('/calendar');
  openEditor({ ...(event && { event }), draft: draftOf(values as CalendarEvent), isUnsaved: true });
}
