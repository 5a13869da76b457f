import type { Mail } from '../../ports/mail.ts';
import type { MailFacts, MailLanguage } from './mail-texts.ts';

/** A change of the second factors of an account. */
export type SecondFactorChange =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_replaced';

/** A change in how somebody signs in. */
export type AccountChange = SecondFactorChange | 'password_changed' | 'email_changed';

type Sentences = Readonly<Record<AccountChange, (server: string) => readonly [subject: string, sentence: string]>>;

const english: Sentences = {
  password_changed: (server) => [
    `Your password for ${server} was changed`,
    `the password of your account on ${server} was changed.`,
  ],
  email_changed: (server) => [
    `The email of your account on ${server} was changed`,
    `your account on ${server} has another email now. Mails about it no longer come to this address.`,
  ],
  totp_added: (server) => [
    `Two-step sign-in on ${server}`,
    `an authenticator app was set up for your account on ${server}.`,
  ],
  totp_removed: (server) => [
    `Two-step sign-in on ${server}`,
    `the authenticator app of your account on ${server} was removed.`,
  ],
  passkey_added: (server) => [`Two-step sign-in on ${server}`, `a passkey was added to your account on ${server}.`],
  passkey_removed: (server) => [
    `Two-step sign-in on ${server}`,
    `a passkey was removed from your account on ${server}.`,
  ],
  recovery_codes_replaced: (server) => [
    `Two-step sign-in on ${server}`,
    `the recovery codes of your account on ${server} were replaced.`,
  ],
};

const german: Sentences = {
  password_changed: (server) => [
    `Dein Passwort für ${server} wurde geändert`,
    `das Passwort deines Kontos auf ${server} wurde geändert.`,
  ],
  email_changed: (server) => [
    `Die E-Mail-Adresse deines Kontos auf ${server} wurde geändert`,
    `dein Konto auf ${server} hat jetzt eine andere E-Mail-Adresse. An diese hier kommen keine Mails mehr dazu.`,
  ],
  totp_added: (server) => [
    `Anmeldung in zwei Schritten auf ${server}`,
    `für dein Konto auf ${server} wurde eine Authenticator-App eingerichtet.`,
  ],
  totp_removed: (server) => [
    `Anmeldung in zwei Schritten auf ${server}`,
    `die Authenticator-App deines Kontos auf ${server} wurde entfernt.`,
  ],
  passkey_added: (server) => [
    `Anmeldung in zwei Schritten auf ${server}`,
    `zu deinem Konto auf ${server} kam ein Passkey dazu.`,
  ],
  passkey_removed: (server) => [
    `Anmeldung in zwei Schritten auf ${server}`,
    `von deinem Konto auf ${server} wurde ein Passkey entfernt.`,
  ],
  recovery_codes_replaced: (server) => [
    `Anmeldung in zwei Schritten auf ${server}`,
    `die Wiederherstellungscodes deines Kontos auf ${server} wurden ersetzt.`,
  ],
};

const letters: Readonly<Record<MailLanguage, (facts: MailFacts, sentence: string) => string>> = {
  en: ({ username, link }, sentence) => `Hello ${username},

${sentence}

If it was you, there is nothing to do. If it was not, open this page and choose a new password, by “Forgot password?” if you
can no longer sign in. Where that does not help, ask the host of the server:

${link}
`,
  de: ({ username, link }, sentence) => `Hallo ${username},

${sentence}

Wenn du das warst, ist nichts weiter zu tun. Wenn nicht, öffne diese Seite und wähl ein neues Passwort, über „Passwort
vergessen?“, falls du nicht mehr hineinkommst. Hilft das nicht, frag die Person, die den Server betreibt:

${link}
`,
};

export function noticeMail(change: AccountChange, facts: MailFacts, language: MailLanguage): Mail {
  const [subject, sentence] = { en: english, de: german }[language][change](facts.server);
  return { to: facts.to, subject, text: letters[language](facts, sentence) };
}
