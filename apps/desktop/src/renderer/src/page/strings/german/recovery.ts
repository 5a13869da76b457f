import type { recovery as english } from '../english/recovery.ts';

export const recovery: typeof english = {
  title: 'Passwort vergessen?',
  lead: 'Gib die E-Mail-Adresse deines Kontos ein. Du bekommst einen Link, mit dem du ein neues Passwort wählst.',
  send: 'Link senden',
  sent: (email) =>
    `Wenn ein Konto die Adresse ${email} hat, ist ein Link unterwegs. Er gilt 30 Minuten. Nichts da? Sieh im Spam-Ordner nach.`,
  chooseTitle: 'Neues Passwort wählen',
  chooseLead: 'Danach bist du überall abgemeldet und meldest dich mit dem neuen an.',
  change: 'Passwort ändern',
  ended: 'Dieser Link gilt nicht mehr. Vielleicht ist er zu alt oder schon benutzt.',
  again: 'Neuen Link holen',
  doneTitle: 'Passwort geändert',
  doneLead: 'Du kannst dich jetzt damit anmelden.',
};
