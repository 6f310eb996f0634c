// Saves a folder or label: a new one, or its name and colour.

import { mutate } from '../../data/changes/mutations.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo } from '../../shell/undo.ts';
import { words } from '../../words/words.ts';
import { isSameList, mailPath, parseMailPath } from '../mail-address.ts';
import type { NameKind, NameRecord } from './name-menu.tsx';

interface NameValues {
  name: string;
  color?: string | null;
}

/** Without a record it is created; without a colour it keeps its own. Rejects if the service refuses it. */
export async function saveName(kind: NameKind, record: NameRecord | undefined, values: NameValues): Promise<void> {
  const { name, ...color } = values;
  if (!record) {
    await mutate([
      { method: 'POST', path: `/${kind}s`, body: { name } },
      ...('color' in color ? [{ method: 'PATCH' as const, path: pathOf(kind, name), body: color }] : []),
    ]);
    return;
  }
  if (name === record.name && !('color' in color)) return;
  const before = { name: record.name, ...('color' in color && { color: record.color }) };
  await change(kind, before, values);
  offerUndo(words().mail.nameChanged(name), () => void change(kind, values, before).catch(showRefusal));
}

/** The list that is shown stays, under its new name. */
async function change(kind: NameKind, before: NameValues, after: NameValues): Promise<void> {
  const { name, ...color } = after;
  const isRenamed = name !== before.name;
  const body = { ...(isRenamed && { name }), ...color };
  await mutate([{ method: 'PATCH', path: pathOf(kind, before.name), body }]);
  const shown = parseMailPath(location.pathname).list;
  if (isRenamed && isSameList(shown, { kind, name: before.name })) goTo(mailPath({ kind, name }), { replace: true });
}

function pathOf(kind: NameKind, name: string): string {
  return `/${kind}s/${encodeURIComponent(name)}`;
}
