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
export type AccountChange =
  | SecondFactorChange
  | 'password_changed'
  | 'email_changed'
  | 'bot_added'
  | 'bot_token_replaced';

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
  bot_added: (server) => [
    `A new bot on ${server}`,
    `a bot was made for your account on ${server}. It has a token of its own.`,
  ],
  bot_token_replaced: (server) => [
    `A bot’s new token on ${server}`,
    `a bot of your account on ${server} got another token.`,
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
  bot_added: (server) => [
    `Ein neuer Bot auf ${server}`,
    `für dein Konto auf ${server} wurde ein Bot angelegt. Er hat ein eigenes Token.`,
  ],
  bot_token_replaced: (server) => [
    `Neues Token eines Bots auf ${server}`,
    `ein Bot deines Kontos auf ${server} hat ein neues Token bekommen.`,
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

/** Bots whose tokens work go on whatever becomes of the password. */
const botsLeft: Readonly<Record<MailLanguage, (names: string) => string>> = {
  en: (names) => `\nThe tokens of your bots still work: ${names}. You can end them on your account page.\n`,
  de: (names) => `\nDie Tokens deiner Bots gelten weiter: ${names}. Auf deiner Kontoseite kannst du sie beenden.\n`,
};

const letters: Readonly<Record<MailLanguage, (facts: NoticeFacts, sentence: string, bots: string) => string>> = {
  en: ({ username, link }, sentence, bots) => `Hello ${username},

${sentence}
${bots}
If it was you, there is nothing to do. If it was not, open this page and choose a new password, by “Forgot password?” if you
can no longer sign in. Where that does not help, ask the host of the server:

${link}
`,
  de: ({ username, link }, sentence, bots) => `Hallo ${username},

${sentence}
${bots}
Wenn du das warst, ist nichts weiter zu tun. Wenn nicht, öffne diese Seite und wähl ein neues Passwort, über „Passwort
vergessen?“, falls du nicht mehr hineinkommst. Hilft das nicht, frag die Person, die den Server betreibt:

${link}
`,
};

export interface NoticeFacts extends MailFacts {
  /** The names of the account's bots whose tokens work. */
  readonly bots: readonly string[];
}

export function noticeMail(change: AccountChange, facts: NoticeFacts, language: MailLanguage): Mail {
  const [subject, sentence] = { en: english, de: german }[language][change](facts.server);
  const bots = facts.bots.length === 0 ? '' : botsLeft[language](facts.bots.join(', '));
  return { to: facts.to, subject, text: letters[language](facts, sentence, bots) };
}
