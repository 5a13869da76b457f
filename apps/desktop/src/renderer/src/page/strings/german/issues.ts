import type { issues as english } from '../english/issues.ts';

export const issues: typeof english = {
  required: () => 'Bitte füll das aus.',
  empty: () => 'Bitte füll das aus.',
  too_short: ({ min }) => `Mindestens ${min} Zeichen.`,
  too_long: ({ max }) => `Höchstens ${max} Zeichen.`,
  out_of_range: ({ min, max }) => {
    if (min === undefined) return `Höchstens ${max}.`;
    return max === undefined ? `Mindestens ${min}.` : `Eine Zahl von ${min} bis ${max}.`;
  },
  not_whole: () => 'Bitte eine ganze Zahl.',
  control_characters: () => 'Darin sind unsichtbare Zeichen, die nicht bleiben können.',
  name_characters: ({ min, max }) => `${min} bis ${max} Buchstaben ohne Umlaute, Ziffern, Binde- oder Unterstriche.`,
  email: () => 'Das ist keine E-Mail-Adresse.',
  taken: () => 'Das ist schon vergeben. Nimm etwas anderes.',
  reserved: () => 'Dieser Name ist nicht zu haben. Nimm einen anderen.',
  is_username: () => 'Bitte nicht der Benutzername: Der wird zuerst geraten.',
  is_email: () => 'Bitte nicht die E-Mail: Die wird zuerst geraten.',
  too_common: () => 'Das benutzen viele. Nimm etwas, das nur dir einfällt.',
  mismatch: () => 'Die beiden sind nicht gleich.',
  wrong: () => 'Das ist es nicht. Versuch es noch einmal.',
  oneself: () => 'Das bist du selbst.',
  picture_kind: () => 'Das ist kein Bild im Format PNG, JPEG, WebP oder GIF.',
  picture_damaged: () => 'Dieses Bild ist beschädigt. Nimm ein anderes.',
  picture_bytes: ({ max }) => `Das Bild darf höchstens ${max} MiB haben.`,
  picture_pixels: ({ max }) => `Das Bild darf höchstens ${max} Megapixel haben.`,
  choice: () => 'Das steht nicht zur Wahl.',
  unknown_field: () => 'Das nimmt der Server nicht an.',
  unknown_command: () => 'Diesen Befehl gibt es nicht; /help nennt die, die es gibt.',
  nobody_here: () => 'So heißt niemand in diesem Raum.',
  incomplete: () => 'Da fehlt etwas; /help mit dem Befehl sagt, was er braucht.',
  too_much: () => 'Das ist mehr, als der Befehl nimmt; /help mit dem Befehl sagt, was er tut.',
  invalid: () => 'So nimmt der Server das nicht an.',
};
