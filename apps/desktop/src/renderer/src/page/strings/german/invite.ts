import type { invite as english } from '../english/invite.ts';

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
};
