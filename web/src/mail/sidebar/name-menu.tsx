// The menu of a folder or label of the user, and the dialog in which it is created or edited.
import { useState } from 'react';
import type { Folder, Label } from '../../data/types.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { Edit, Trash } from '../../ui/icons.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { ContextMenu } from '../../ui/overlays/menu.tsx';
import { MenuItem, MenuLabel } from '../../ui/overlays/menu-items.tsx';
import type { Box } from '../../ui/overlays/place.ts';
import { useWords, words } from '../../words/words.ts';
import { send } from '../changes/apply-change.ts';
import { mailPath, parseMailPath } from '../mail-address.ts';
import { NameDialog } from './name-dialog.tsx';

export type NameKind = 'folder' | 'label';
export type NameRecord = Folder | Label;

export interface NameMenuControl {
  kind: NameKind;
  menu: { record: NameRecord; at: Box } | null;
  /** undefined: a new one. */
  edited: { record: NameRecord | undefined } | null;
  open(record: NameRecord, at: Box): void;
  edit(record: NameRecord): void;
  create(): void;
  close(): void;
}

export function useNameMenu(kind: NameKind): NameMenuControl {
  const [menu, setMenu] = useState<NameMenuControl['menu']>(null);
  const [edited, setEdited] = useState<NameMenuControl['edited']>(null);
  return {
    kind,
    menu,
    edited,
    open: (record, at) => setMenu({ record, at }),
    edit: (record) => setEdited({ record }),
    create: () => setEdited({ record: undefined }),
    close: () => {
      setMenu(null);
      setEdited(null);
    },
  };
}

export function NameMenu({ control }: { control: NameMenuControl }) {
  const { mail, common } = useWords();
  const { kind, menu, edited } = control;
  const record = menu?.record;
  return (
    <>
      <ContextMenu at={menu?.at ?? null} label={mail.optionsOf(record?.name ?? '')} onClose={control.close}>
        {record && (
          <>
            <MenuItem icon={<Edit />} onSelect={() => control.edit(record)}>
              {mail.editName}
            </MenuItem>
            {isAtServer(record) ? (
              <MenuLabel>{mail.atTheServer}</MenuLabel>
            ) : (
              <MenuItem icon={<Trash />} destructive onSelect={() => void remove(kind, record)}>
                {common.delete}
              </MenuItem>
            )}
          </>
        )}
      </ContextMenu>
      {edited && <NameDialog kind={kind} record={edited.record} onClose={control.close} />}
    </>
  );
}

/** Folders at a mail server can have a colour here; their names belong to the server. */
export function isAtServer(record: NameRecord): boolean {
  return 'is_read_only' in record && record.is_read_only;
}

async function remove(kind: NameKind, { name, total }: NameRecord): Promise<void> {
  const { mail, common } = words();
  const title = kind === 'folder' ? mail.deleteFolderTitle(name) : mail.deleteLabelTitle(name);
  const text = kind === 'folder' ? mail.deleteFolderText(total) : mail.deleteLabelText(total);
  if (!(await confirm({ title, text, action: common.delete, danger: true }))) return;
  const { list } = parseMailPath(location.pathname);
  if (list.kind === kind && list.name === name) goTo(mailPath({ kind: 'inbox' }));
  await send([{ method: 'DELETE', path: `/${kind}s/${encodeURIComponent(name)}` }]);
}
