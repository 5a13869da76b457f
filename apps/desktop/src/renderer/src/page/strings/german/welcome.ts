import type { welcome as english } from '../english/welcome.ts';

export const welcome: typeof english = {
  headline: 'Zusammen spielen, im Takt',
  lead: 'Öffne einen Raum, lass die anderen herein und hör jeden Ton dann, wenn er gespielt wurde.',
  invited: (room) => `Du bist eingeladen: ${room}`,
  invitedLead: (owner) => `Der Raum gehört ${owner}. Melde dich an, um mitzuspielen, oder komm herein und hör zu.`,
  invitedSomewhere: 'Du bist in einen Raum eingeladen',
  invitedSomewhereLead: 'Melde dich an, um mitzuspielen, oder komm herein und hör zu.',
  local: 'Als du selbst an diesem Computer spielen',
  signIn: 'Anmelden',
  signUp: 'Konto anlegen',
  ways: 'Anmelden oder ein Konto anlegen',
  username: 'Benutzername',
  usernameOrEmail: 'Benutzername oder E-Mail',
  email: 'E-Mail',
  emailOptional: 'E-Mail (muss nicht sein)',
  closed: (server) =>
    `Auf ${server} spielen nur Leute, die hinzugefügt wurden. Bitte den Gastgeber um ein Konto, oder hör als Gast zu.`,
  password: 'Passwort',
  passwordHint: 'Mindestens 8 Zeichen',
  confirmPassword: 'Passwort noch einmal',
  rememberMe: 'Angemeldet bleiben',
  noKeychain:
    'Auf diesem Rechner lässt sich kein Schlüsselbund benutzen, oder er ist gesperrt. Du bleibst angemeldet, bis Roomtone beendet wird; aufgeschrieben wird nichts.',
  guest: 'Als Gast zuhören',
  guestHint: 'Ohne Konto. Du hörst alles, spielst aber nicht mit.',
  ended: 'Du wurdest abgemeldet. Bitte melde dich wieder an.',
  badLogin: 'Dieser Name und dieses Passwort gehören nicht zusammen. Versuch es noch einmal.',
  looking: 'Zurück dahin, wo du warst',
  unreachable: 'Der Server antwortet nicht. Wir versuchen es weiter.',
};
