import type { issues as english } from '../english/issues.ts';
import { counted, figure } from './numbers.ts';

export const issues: typeof english = {
  required: () => 'Bitte ausfüllen.',
  empty: () => 'Bitte ausfüllen.',
  too_short: ({ min = 1 }) => `Mindestens ${characters(min)}.`,
  too_long: ({ max = 0 }) => `Höchstens ${characters(max)}.`,
  out_of_range: ({ min, max }) => {
    if (min === undefined) return `Höchstens ${figure(max ?? 0)}.`;
    return max === undefined
      ? `Mindestens ${figure(min)}.`
      : `Gib eine Zahl von ${figure(min)} bis ${figure(max)} ein.`;
  },
  not_whole: () => 'Gib eine ganze Zahl ein.',
  control_characters: () => 'Hier sind unsichtbare Zeichen enthalten. Entferne sie und versuch es noch einmal.',
  mixed_alphabets: () =>
    'Dieses Wort mischt ähnlich aussehende Buchstaben aus zwei Alphabeten. Nimm für ein Wort nur eines.',
  name_characters: ({ min = 1, max = 0 }) =>
    `${figure(min)} bis ${figure(max)} Zeichen: Buchstaben ohne Umlaute, Ziffern, Binde- oder Unterstriche.`,
  email: () => 'Gib eine gültige E-Mail-Adresse ein.',
  taken: () => 'Das ist schon vergeben. Nimm etwas anderes.',
  reserved: () => 'Dieser Name ist nicht verfügbar. Nimm einen anderen.',
  is_username: () => 'Nimm nicht deinen Benutzernamen: Der ist leicht zu erraten.',
  is_email: () => 'Nimm nicht deine E-Mail-Adresse: Die ist leicht zu erraten.',
  too_common: () => 'Das benutzen zu viele. Nimm etwas, das schwerer zu erraten ist.',
  mismatch: () => 'Die Passwörter stimmen nicht überein.',
  wrong_code: () => 'Der Code ist falsch oder schon benutzt. Versuch einen anderen.',
  wrong: () => 'Falsches Passwort. Versuch es noch einmal.',
  oneself: () => 'Das bist du selbst. Nimm jemand anderen.',
  picture_kind: () => 'Wähl ein Bild im Format PNG, JPEG, WebP oder GIF.',
  picture_damaged: () => 'Dieses Bild ist beschädigt. Nimm ein anderes.',
  picture_bytes: ({ max = 0 }) => `Das Bild ist zu groß. Höchstens ${figure(max)} MiB sind erlaubt.`,
  picture_pixels: ({ max = 0 }) => `Das Bild ist zu groß. Höchstens ${figure(max)} Megapixel sind erlaubt.`,
  choice: () => 'Wähl eine der Möglichkeiten.',
  unknown_field: () => 'Dieses Feld kennt der Server nicht.',
  unknown_command: () => 'Diesen Befehl gibt es nicht. /help zeigt alle Befehle.',
  nobody_here: () => 'In diesem Raum heißt niemand so.',
  incomplete: () => 'Da fehlt etwas. Gib /help und den Befehl ein, um zu sehen, wie er geht.',
  too_much: () => 'Das ist zu viel für diesen Befehl. Gib /help und den Befehl ein, um zu sehen, wie er geht.',
  invalid: () => 'Das nimmt der Server so nicht an. Prüf die Eingabe.',
};

function characters(count: number): string {
  return counted(count, { other: 'Zeichen' });
}
