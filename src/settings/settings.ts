// Reads and changes the settings of a user.
import { type Context, checkVersion } from '../records/records.ts';
import { emit } from '../records/save.ts';
import { newValidator, validateFields } from '../records/validate.ts';
import { type Settings, type SettingsInput, settingsInput } from '../resources/settings.ts';
import type { Row, Store, Tx } from '../store/port.ts';
import { contentTag, type Version } from '../store/tables/etags.ts';
import { putSettings, settingsQuery } from '../store/tables/personal/settings.ts';
import { readIn } from '../store/tables/record-lookups.ts';
import { formatTime } from '../values/time.ts';

interface Known {
  settings: Settings;
  /** The seq of the last change; 0 if there was none. */
  seq: number;
}

const DEFAULTS = Object.fromEntries(
  Object.entries(settingsInput).map(([name, field]) => [name, field.default]),
) as unknown as SettingsInput;

export async function getSettings(store: Store, user: number): Promise<Version & { text: string }> {
  const [rows = []] = await store.read(user, [settingsQuery]);
  return served(known(rows));
}

/** The settings, for what depends on them. */
export async function readSettings(store: Store, user: number): Promise<Settings> {
  const [rows = []] = await store.read(user, [settingsQuery]);
  return known(rows).settings;
}

/** The settings in a transaction, for what depends on them. */
export async function settingsIn(tx: Tx): Promise<Settings> {
  return (await knownIn(tx)).settings;
}

export async function patchSettings(tx: Tx, body: unknown, context: Context): Promise<Version & { text: string }> {
  const before = await knownIn(tx);
  checkVersion(served(before), context.versions);
  const validator = newValidator(context.timezone);
  const values = validateFields(settingsInput, body, validator, { partial: true, fixed: ['updated_at'] });
  validator.finish();
  const { updated_at: _, ...former } = before.settings;
  const changed = { ...former, ...values };
  const settings: Settings = { ...changed, updated_at: formatTime(tx.timestamp) };
  const seq = await emit(tx, 'settings.updated', 'settings', settings);
  putSettings(tx, seq, JSON.stringify(changed));
  return served({ settings, seq });
}

async function knownIn(tx: Tx): Promise<Known> {
  const [rows = []] = await readIn(tx, [settingsQuery]);
  return known(rows);
}

// A setting that was added by a later version has its default, in the order of the declaration.
function known([row]: Row[]): Known {
  const set = row ? (JSON.parse(row.doc as string) as Partial<SettingsInput>) : {};
  const updated = row ? formatTime(row.updated_at as number) : null;
  return { settings: { ...DEFAULTS, ...set, updated_at: updated }, seq: (row?.seq as number | undefined) ?? 0 };
}

function served({ settings, seq }: Known): Version & { text: string } {
  const text = JSON.stringify(settings);
  return { text, seq, etag: contentTag(seq, text) };
}
