import { serverLimits } from '../../domain/server-limits.ts';
import type { Log } from '../../ports/log.ts';
import { type Mail, MailRefused, type MailSender } from '../../ports/mail.ts';

const { waiting: maxWaiting, atOnce, retriesMs } = serverLimits.mail;

export interface MailQueueDeps {
  readonly sender: MailSender;
  readonly log: Pick<Log, 'warn'>;
  /** Calls `run` once after a delay, unless the returned function is called before. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

interface Waiting {
  readonly mail: Mail;
  readonly attempt: number;
}

/**
 * Sends mails in the background, so that no request waits for a mail server, and tries again when that fails. What waits is in
 * memory only: a mail that is lost with the process can be asked for again.
 */
export class MailQueue {
  readonly #deps: MailQueueDeps;
  readonly #waiting: Waiting[] = [];
  /** Cancels the retries that are due later. */
  readonly #delayed = new Set<() => void>();
  #sending = 0;
  #isClosed = false;

  constructor(deps: MailQueueDeps) {
    this.#deps = deps;
  }

  /** Takes a mail; drops it, with a line in the log, while too many wait. */
  add(mail: Mail): void {
    if (this.#waiting.length + this.#delayed.size >= maxWaiting) {
      this.#deps.log.warn({ waiting: maxWaiting }, 'a mail was dropped, because too many wait for the mail server');
      return;
    }
    this.#put({ mail, attempt: 0 });
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.length = 0;
    for (const cancel of this.#delayed) cancel();
    this.#delayed.clear();
    this.#deps.sender.close();
  }

  #put(next: Waiting): void {
    if (this.#isClosed) return;
    this.#waiting.push(next);
    this.#sendNext();
  }

  #sendNext(): void {
    if (this.#sending >= atOnce) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#sending++;
    void this.#send(next).finally(() => {
      this.#sending--;
      this.#sendNext();
    });
  }

  async #send({ mail, attempt }: Waiting): Promise<void> {
    try {
      await this.#deps.sender.send(mail);
    } catch (error) {
      const delayMs = error instanceof MailRefused ? undefined : retriesMs[attempt];
      // Neither the address nor the text, which has a link that opens an account.
      const about = { reason: reasonOf(error), attempt: attempt + 1 };
      if (delayMs === undefined) return this.#deps.log.warn(about, 'a mail could not be sent');
      this.#deps.log.warn(about, 'a mail could not be sent yet');
      this.#later(delayMs, { mail, attempt: attempt + 1 });
    }
  }

  #later(delayMs: number, next: Waiting): void {
    if (this.#isClosed) return;
    const cancel = this.#deps.after(delayMs, () => {
      this.#delayed.delete(cancel);
      this.#put(next);
    });
    this.#delayed.add(cancel);
  }
}

/** Errors of a mail server or the network may repeat the address; a code does not. */
function reasonOf(error: unknown): string {
  const cause = error instanceof MailRefused ? error.cause : error;
  const { code, responseCode } = (cause ?? {}) as { readonly code?: unknown; readonly responseCode?: unknown };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
}
