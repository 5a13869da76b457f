/** A text for one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Hands mails to a mail server. */
export interface MailSender {
  /**
   * Tries once. @throws {MailRefused} if trying again is useless; anything else may pass.
   */
  send(mail: Mail): Promise<void>;
  /** Ends what is under way. */
  close(): void;
}

/** The mail server will never take this mail, for example because there is no such mailbox. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
