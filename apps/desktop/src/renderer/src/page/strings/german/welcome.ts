import type { welcome as english } from '../english/welcome.ts';

export const welcome: typeof english = {
  headline: 'Zusammen spielen, im Takt',
  lead: 'Raum öffnen, Link teilen, im Takt zusammenspielen.',
  invited: (room) => `Du bist eingeladen: ${room}`,
  invitedLead: (owner) => `Raum von ${owner}. Melde dich an, um mitzuspielen, oder hör als Gast zu.`,
  roomGone: 'Diesen Raum gibt es nicht mehr',
  roomGoneLead: 'Lass dir einen neuen Link schicken, oder melde dich an und sieh dir die anderen Räume an.',
  invitedSomewhere: 'Du bist in einen Raum eingeladen',
  invitedSomewhereLead: 'Melde dich an, um mitzuspielen, oder hör als Gast zu.',
  local: 'Auf diesem Computer spielen',
  signIn: 'Anmelden',
  signUp: 'Konto anlegen',
  ways: 'Anmelden oder ein Konto anlegen',
  username: 'Benutzername',
  usernameOrEmail: 'Benutzername oder E-Mail',
  email: 'E-Mail',
  emailOptional: 'E-Mail (optional)',
  closed: (server) =>
    `Auf ${server} kann nur mitspielen, wen der Gastgeber hinzugefügt hat. Bitte ihn um ein Konto oder hör als Gast zu.`,
  password: 'Passwort',
  passwordHint: 'Mindestens 8 Zeichen',
  confirmPassword: 'Passwort wiederholen',
  rememberMe: 'Angemeldet bleiben',
  noKeychain:
    'Der Schlüsselbund dieses Computers fehlt oder ist gesperrt. Du bleibst angemeldet, bis du Roomtone beendest. Gespeichert wird nichts.',
  guest: 'Als Gast zuhören',
  guestHint: 'Nur zuhören, ohne Konto',
  ended: 'Du wurdest abgemeldet. Bitte melde dich wieder an.',
  badLogin: 'Benutzername oder Passwort ist falsch. Versuch es noch einmal.',
  looking: 'Du wirst angemeldet',
  unreachable: 'Der Server antwortet nicht. Wir versuchen es weiter.',
};
