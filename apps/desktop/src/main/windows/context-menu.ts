import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { RoleName, Strings } from '../strings.ts';

/**
 * The menu of a right click: editing in text fields, copying elsewhere. Empty where there is nothing to do.
 * @param params what was clicked, as Electron reports it.
 */
export function contextMenuTemplate(
  strings: Pick<Strings, 'roles'>,
  { isEditable, selectionText, editFlags }: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>,
): MenuItemConstructorOptions[] {
  const does = (role: RoleName, enabled: boolean): MenuItemConstructorOptions => ({
    role,
    label: strings.roles[role],
    enabled,
  });
  if (!isEditable) return selectionText.trim() === '' ? [] : [does('copy', editFlags.canCopy)];
  return [
    does('undo', editFlags.canUndo),
    does('redo', editFlags.canRedo),
    { type: 'separator' },
    does('cut', editFlags.canCut),
    does('copy', editFlags.canCopy),
    does('paste', editFlags.canPaste),
    { type: 'separator' },
    does('selectAll', editFlags.canSelectAll),
  ];
}
