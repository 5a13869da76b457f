import type { issues as english } from '../english/issues.ts';

export const issues: typeof english = {
  'is required': () => 'Bitte füll das aus.',
  'must not be empty': () => 'Bitte füll das aus.',
  'must have at least # characters': (count) => `Mindestens ${count} Zeichen.`,
  'must have at most # characters': (count) => `Höchstens ${count} Zeichen.`,
  'must be # to # of the characters A-Z a-z #-# _ -': (least, most) =>
    `${least} bis ${most} Buchstaben ohne Umlaute, Ziffern, Binde- oder Unterstriche.`,
  'must be a valid email address': () => 'Das ist keine E-Mail-Adresse.',
  'is already taken': () => 'Das ist schon vergeben. Nimm etwas anderes.',
  'is reserved': () => 'Dieser Name ist nicht zu haben. Nimm einen anderen.',
  'must not be the username': () => 'Bitte nicht der Benutzername: Der wird zuerst geraten.',
  'must not be the email': () => 'Bitte nicht die E-Mail: Die wird zuerst geraten.',
  'is too common': () => 'Das benutzen viele. Nimm etwas, das nur dir einfällt.',
  'must equal password': () => 'Die beiden sind nicht gleich.',
  'is wrong': () => 'Das ist es nicht. Versuch es noch einmal.',
  'must be a whole number from # to #': (least, most) => `Eine ganze Zahl von ${least} bis ${most}.`,
  'must be a whole number': () => 'Bitte eine ganze Zahl.',
};
