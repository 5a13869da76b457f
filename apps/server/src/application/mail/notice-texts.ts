import type { Language } from '@roomtone/words';
import { type Server, serverWords } from '@roomtone/words/server';
import type { Mail } from '../../ports/mail.ts';
import type { MailFacts } from './mail-texts.ts';

/** A change in how somebody signs in. */
export type AccountChange = Exclude<keyof Server['mail']['notices'], 'bots' | 'greeting' | 'advice'>;

/** A change of the second factors of an account. */
export type SecondFactorChange = Extract<
  AccountChange,
  'totp_added' | 'totp_removed' | 'passkey_added' | 'passkey_removed' | 'recovery_codes_replaced'
>;

export interface NoticeFacts extends MailFacts {
  /** The names of the account's bots whose tokens work. */
  readonly bots: readonly string[];
}

export function noticeMail(change: AccountChange, facts: NoticeFacts, language: Language): Mail {
  const { greeting, bots, advice, ...notices } = serverWords(language).mail.notices;
  const { subject, sentence } = notices[change];
  const paragraphs = [
    greeting(facts),
    sentence(facts),
    ...(facts.bots.length === 0 ? [] : [bots({ names: facts.bots.join(', ') })]),
    advice,
    facts.link,
  ];
  return { to: facts.to, subject: subject(facts), text: `${paragraphs.join('\n\n')}\n` };
}
