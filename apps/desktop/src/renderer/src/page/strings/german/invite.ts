import type { invite as english } from '../english/invite.ts';
import { counted, figure } from './numbers.ts';

export const invite: typeof english = {
  title: (room) => `In ${room} einladen`,
  link: 'Link',
  copy: 'Link kopieren',
  copied: 'Link kopiert',
  copyFailed: 'Kopiere den Link von Hand',
  share: 'Teilen',
  code: 'Der Link als QR-Code',
  codeHint: 'Richte eine Handykamera darauf.',
  password: 'Gib auch das Passwort weiter.',
  onlyHere: 'Bisher funktioniert der Link nur auf diesem Computer.',
  guestsToo: 'Wer den Link hat, kann beitreten. Gäste hören nur zu.',
  membersOnly: 'Wer den Link und ein Konto hat, kann beitreten.',
  admit: {
    title: 'Für Leute ohne Konto',
    hint: 'Auf diesen Server kommen nur Leute mit Konto. Mit einem Link von hier können andere eins anlegen oder als Gäste zuhören.',
    people: 'Personen',
    peopleValue: (people) => counted(people, { one: 'Person', other: 'Personen' }),
    time: 'Gültig für',
    days: (days) => counted(days, { one: 'Tag', other: 'Tage' }),
    make: 'Link erstellen',
    made: 'Mit dem Link oben kommen sie herein.',
    list: 'Links, die andere hereinlassen',
    used: (uses, maxUses) => `${figure(uses)} von ${figure(maxUses)} benutzt`,
    until: (date) => `gültig bis ${date}`,
    revoke: 'Zurücknehmen',
    revoked: 'Link zurückgenommen',
  },
};
