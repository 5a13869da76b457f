import type { invite as english } from '../english/invite.ts';

export const invite: typeof english = {
  title: (room) => `In ${room} einladen`,
  link: 'Link',
  copy: 'Link kopieren',
  copied: 'Link kopiert',
  copyFailed: 'Kopiere ihn von Hand',
  share: 'Teilen',
  code: 'Der Link als QR-Code',
  codeHint: 'Richte die Kamera eines Telefons darauf.',
  password: 'Sag auch das Passwort weiter.',
  onlyHere: 'Bisher kann nur dieser Computer dem Link folgen.',
  guestsToo: 'Wer den Link hat, kann hereinkommen; Gäste hören zu.',
  membersOnly: 'Wer den Link und ein Konto hat, kann hereinkommen.',
};
