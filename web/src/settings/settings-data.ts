// The settings of the person, as they will be when the service has stored the changes, and how they are changed.

import { mutate } from '../data/changes/mutations.ts';
import { pendingChanges, withPending } from '../data/changes/pending.ts';
import { holdSecondsOf } from '../data/hold-default.ts';
import { collection, useCollection } from '../data/live/live.ts';
import { may, useSession } from '../data/session.ts';
import { useStore } from '../data/store.ts';
import type { Settings } from '../data/types.ts';
import { reasonOf } from '../shell/reasons.ts';
import { showToast } from '../ui/feedback/toast.ts';
import { words } from '../words/words.ts';

/** There is one record of settings, which has no id. */
const ID = 'settings';

export type SettingsChanges = Partial<Omit<Settings, 'updated_at' | 'custom_fields'>>;

/** undefined until they are read. */
export function useSettings(): Settings | undefined {
  const [stored] = useCollection('settings');
  useStore(pendingChanges);
  return stored && shown(stored);
}

function shown(stored: Settings): Settings {
  return withPending('settings', { ...stored, hold_seconds: holdSecondsOf(stored), id: ID });
}

export function useMayChangeSettings(): boolean {
  return may(useSession(), 'settings:write');
}

export async function saveSettings(changes: SettingsChanges): Promise<void> {
  // The first change stores the default of the app too: from then on the settings say how long a mail is held.
  const stored = collection('settings').get();
  const body = stored?.updated_at === null ? { hold_seconds: shown(stored).hold_seconds, ...changes } : changes;
  try {
    await mutate([{ method: 'PATCH', path: '/settings', body }], [{ kind: 'settings', id: ID, values: changes }]);
  } catch (error) {
    showToast({ tone: 'danger', text: words().settings.notSaved(reasonOf(error)) });
  }
}
