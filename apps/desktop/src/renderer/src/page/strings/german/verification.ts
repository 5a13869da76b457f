import type { verification as english } from '../english/verification.ts';

export const verification: typeof english = {
  title: 'E-Mail bestätigen',
  lead: 'Damit zeigst du, dass dich Mails an dieser Adresse erreichen. So kannst du per E-Mail ein neues Passwort wählen.',
  confirm: 'Bestätigen',
  ended: 'Dieser Link gilt nicht mehr. Einen neuen bekommst du auf deiner Kontoseite.',
  doneTitle: 'E-Mail bestätigt',
  doneLead: 'Du kannst diese Seite schließen oder weiterspielen.',
  toStart: 'Roomtone öffnen',
};
