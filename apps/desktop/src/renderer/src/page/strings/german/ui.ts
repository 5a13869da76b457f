import type { ui as english } from '../english/ui.ts';

export const ui: typeof english = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  undo: 'Rückgängig',
  again: 'Erneut versuchen',
  loading: 'Wird geladen',
  notices: 'Benachrichtigungen',
  optional: 'optional',
  failed: 'Das hat nicht geklappt',
};
