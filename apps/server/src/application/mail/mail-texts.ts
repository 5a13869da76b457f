import { serviceLimits } from '@roomtone/protocol';
import type { Language } from '@roomtone/words';
import { serverWords } from '@roomtone/words/server';
import type { Mail } from '../../ports/mail.ts';

/** The places in a mail. */
export interface MailFacts {
  readonly to: string;
  readonly username: string;
  /** The server's name. */
  readonly server: string;
  readonly link: string;
}

const hours = serviceLimits.emailLinks.verificationMs / 3_600_000;
const minutes = serviceLimits.emailLinks.recoveryMs / 60_000;

export function verificationMail({ to, ...facts }: MailFacts, language: Language): Mail {
  const { subject, text } = serverWords(language).mail.verification;
  return { to, subject: subject(facts), text: text({ ...facts, hours }) };
}

export function recoveryMail({ to, ...facts }: MailFacts, language: Language): Mail {
  const { subject, text } = serverWords(language).mail.recovery;
  return { to, subject: subject(facts), text: text({ ...facts, minutes }) };
}
