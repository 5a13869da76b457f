import { serviceLimits } from '@roomtone/protocol';
import type { Mail } from '../../ports/mail.ts';

export type MailLanguage = 'en' | 'de';

/** The texts of a mail. */
export interface MailFacts {
  readonly to: string;
  readonly username: string;
  /** The server's name. */
  readonly server: string;
  readonly link: string;
}

type Texts = Readonly<Record<MailLanguage, (facts: MailFacts) => Omit<Mail, 'to'>>>;

const hours = serviceLimits.emailLinks.verificationMs / 3_600_000;
const minutes = serviceLimits.emailLinks.recoveryMs / 60_000;

const verification: Texts = {
  en: ({ username, server, link }) => ({
    subject: `Confirm your email for ${server}`,
    text: `Hello ${username},

please confirm that this is your email address. Open this link within ${hours} hours:

${link}

If you have no account on ${server}, ignore this mail.
`,
  }),
  de: ({ username, server, link }) => ({
    subject: `Bestätige deine E-Mail-Adresse für ${server}`,
    text: `Hallo ${username},

bitte bestätige, dass das deine E-Mail-Adresse ist. Öffne dazu innerhalb von ${hours} Stunden diesen Link:

${link}

Wenn du kein Konto auf ${server} hast, ignoriere diese Mail.
`,
  }),
};

const recovery: Texts = {
  en: ({ username, server, link }) => ({
    subject: `Choose a new password for ${server}`,
    text: `Hello ${username},

you asked for a new password on ${server}. Open this link within ${minutes} minutes and choose one:

${link}

You are then signed out everywhere. If you did not ask for it, ignore this mail: your password stays as it is.
`,
  }),
  de: ({ username, server, link }) => ({
    subject: `Wähl ein neues Passwort für ${server}`,
    text: `Hallo ${username},

du möchtest ein neues Passwort für ${server}. Öffne innerhalb von ${minutes} Minuten diesen Link und wähl eins:

${link}

Danach bist du überall abgemeldet. Wenn du das nicht wolltest, ignoriere diese Mail: Dein Passwort bleibt, wie es ist.
`,
  }),
};

export function verificationMail(facts: MailFacts, language: MailLanguage): Mail {
  return { to: facts.to, ...verification[language](facts) };
}

export function recoveryMail(facts: MailFacts, language: MailLanguage): Mail {
  return { to: facts.to, ...recovery[language](facts) };
}

/** The first language of an Accept-Language header that mails are written in; English if there is none. */
export function mailLanguage(accepted: string | undefined): MailLanguage {
  const first = accepted?.split(',').find((each) => /^\s*(en|de)\b/i.test(each));
  return first !== undefined && /^\s*de/i.test(first) ? 'de' : 'en';
}
