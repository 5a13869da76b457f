import { type Language, languageOf } from '@roomtone/words';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { Log } from '../../ports/log.ts';
import type { Mail } from '../../ports/mail.ts';
import type { Storage } from '../../ports/storage.ts';
import { type AccountChange, noticeMail } from '../mail/notice-texts.ts';

const { count: limit, windowMs } = serverLimits.noticeMails;

export interface AccountNoticesDeps {
  readonly storage: Pick<Storage, 'profile' | 'botsOf'>;
  readonly ephemeral: Pick<Ephemeral, 'increment'>;
  /** Where people open the server, and what it is called. */
  readonly server: { readonly publicUrl: string; readonly name: string };
  /** Takes a mail, and sends it later. */
  readonly queue: { add(mail: Mail): void };
  readonly log: Pick<Log, 'warn'>;
}

/** The recipient of a notice: the user of a verified email. */
interface NoticeRecipient {
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  /** Undefined if the user chose none. */
  readonly language: Language | undefined;
}

/**
 * Mails that tell users of changes in how they sign in (S24.10), so that they notice if it was somebody else. Only verified
 * emails get them: others may be anybody's.
 */
export interface AccountNotices {
  /** In the background. */
  send(userId: string, change: AccountChange, language: Language): void;
  /** The recipient of a notice now: for a change of the email, which the address before hears of. */
  recipient(userId: string): Promise<NoticeRecipient | undefined>;
  sendTo(recipient: NoticeRecipient, change: AccountChange, language: Language): void;
}

export function createAccountNotices({ storage, ephemeral, server, queue, log }: AccountNoticesDeps): AccountNotices {
  const recipient = async (userId: string) => {
    const profile = await storage.profile(userId);
    const { username, email } = profile?.user ?? {};
    if (username === undefined || email === undefined || profile?.emailVerified !== true) return undefined;
    return { userId, username, email, language: languageOf(profile.language) };
  };
  const post = async (to: NoticeRecipient | undefined, change: AccountChange, language: Language) => {
    if (to === undefined) return;
    const { count } = await ephemeral.increment(`mail:notice:${to.userId}`, windowMs);
    if (count > limit) return;
    const bots = (await storage.botsOf(to.userId))
      .filter(({ isSignedIn }) => isSignedIn)
      .map(({ user }) => user.username);
    const facts = { bots, to: to.email, username: to.username, server: server.name, link: server.publicUrl };
    queue.add(noticeMail(change, facts, to.language ?? language));
  };
  const inBackground = (work: Promise<void>) => {
    work.catch((error: unknown) => log.warn({ err: error }, 'a mail could not be written'));
  };
  return {
    recipient,
    send: (userId, change, language) => inBackground(recipient(userId).then((found) => post(found, change, language))),
    sendTo: (to, change, language) => inBackground(post(to, change, language)),
  };
}
