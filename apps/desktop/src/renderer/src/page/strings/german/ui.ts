import type { ui as english } from '../english/ui.ts';

export const ui: typeof english = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  undo: 'Rückgängig',
  again: 'Noch einmal versuchen',
  loading: 'Wird geladen',
  notices: 'Hinweise',
  optional: 'wenn du magst',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  failed: 'Das hat nicht geklappt',
};
