import { expect, it } from 'vitest';
import { stringsFor } from '../strings.ts';
import { contextMenuTemplate } from './context-menu.ts';

const strings = stringsFor(['de']);
const editFlags = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
};

it('a right click in a text field offers editing, each item only if it would do something', () => {
  const template = contextMenuTemplate(strings, { isEditable: true, selectionText: '', editFlags });
  expect(template.flatMap(({ role, enabled }) => (role === undefined ? [] : [[role, enabled]]))).toEqual([
    ['undo', false],
    ['redo', false],
    ['cut', false],
    ['copy', true],
    ['paste', true],
    ['selectAll', true],
  ]);
  expect(template.find(({ role }) => role === 'paste')?.label).toBe('Einfügen');
});

it('elsewhere it offers to copy what is selected, and nothing if nothing is', () => {
  const at = (selectionText: string) => contextMenuTemplate(strings, { isEditable: false, selectionText, editFlags });
  expect(at('a link').map(({ role }) => role)).toEqual(['copy']);
  expect(at(' ')).toEqual([]);
});
