import { serviceLimits } from '@roomtone/protocol';
import type { AuditEvent, AuditRecorder, AuditStorage, NewAuditEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { AscendingIds, idFrom } from '../ascending-ids.ts';

export interface AuditLogDeps {
  readonly storage: Pick<AuditStorage, 'addAuditEntries'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Calls `run` once after a delay; Node's timers unless given. */
  readonly after?: (delayMs: number, run: () => void) => void;
}

const firstRetryMs = 1_000;
const lastRetryMs = 60_000;
/** How long flushed() waits for storage. */
const flushMs = 2_000;

/**
 * Writes the audit log behind the requests that it records: they never wait for it. Entries wait in memory while storage takes
 * none, such as on a full disk, up to a limit; further ones are dropped and counted.
 */
export class AuditLog implements AuditRecorder {
  readonly #deps: AuditLogDeps;
  readonly #after: (delayMs: number, run: () => void) => void;
  #waiting: NewAuditEntry[] = [];
  #writing: Promise<void> | undefined;
  #isPaused = false;
  #retryMs = firstRetryMs;
  #dropped = 0;
  readonly #ids = new AscendingIds();

  constructor(deps: AuditLogDeps) {
    this.#deps = deps;
    this.#after = deps.after ?? ((delayMs, run) => void setTimeout(run, delayMs).unref());
  }

  /** Entries that were dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  record(event: AuditEvent): void {
    if (this.#waiting.length >= serviceLimits.auditLog.waiting) {
      this.#dropped++;
      return;
    }
    const at = this.#deps.clock.nowMs();
    const entryId = this.#ids.next(at);
    this.#waiting.push({ ...event, at, entryId });
    const { kind, userId = '', byUserId = '' } = event;
    // Where the host sends the log elsewhere, this shows that an entry is missing (S25.8).
    this.#deps.log.info({ entry_id: entryId, kind, user_id: userId, by_user_id: byUserId }, 'audited');
    this.#write();
  }

  /** Resolves when everything recorded so far is stored, but at the latest after 2 s. */
  async flushed(): Promise<void> {
    if (this.#waiting.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, flushMs);
    });
    this.#isPaused = false;
    this.#write();
    await Promise.race([this.#settled(), late]);
    clearTimeout(timer);
  }

  async #settled(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  #write(): void {
    if (this.#writing !== undefined || this.#isPaused || this.#waiting.length === 0) return;
    this.#writing = this.#writeSome().finally(() => {
      this.#writing = undefined;
      this.#write();
    });
  }

  async #writeSome(): Promise<void> {
    const entries = this.#waiting.slice(0, serviceLimits.auditLog.together);
    try {
      await this.#deps.storage.addAuditEntries(entries);
      this.#waiting.splice(0, entries.length);
      this.#retryMs = firstRetryMs;
    } catch (error) {
      this.#deps.log.warn({ err: error, waiting: this.#waiting.length }, 'the audit log could not be written');
      this.#isPaused = true;
      this.#after(this.#retryMs, () => {
        this.#isPaused = false;
        this.#write();
      });
      this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
    }
  }
}

/** Makes one entry, for a program that writes it itself. */
export function auditEntry(event: AuditEvent, at: number): NewAuditEntry {
  return { ...event, at, entryId: idFrom(at) };
}
