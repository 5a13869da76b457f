import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The size limit of the log. One previous log is kept. */
const maxBytes = 256 * 1024;
const maxEntryCharacters = 8_000;

/** The log of failures. It stays on this machine. Writing is synchronous, because the process may be about to end. */
export class CrashLog {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Never throws: nothing can be done about a log that cannot be written. */
  write(what: string, error?: unknown): void {
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      if (sizeOf(this.path) > maxBytes) renameSync(this.path, `${this.path}.1`);
      const entry = withoutSecrets(`${what}${error === undefined ? '' : `\n${textOf(error)}`}`);
      const text = entry.slice(0, maxEntryCharacters).replaceAll('\n', '\n  ');
      appendFileSync(this.path, `${new Date().toISOString()} ${text}\n`, { mode: 0o600 });
    } catch {
      // There is nowhere to report it.
    }
  }
}

/**
 * Masks anything that could be a token, a ticket or a password: long runs of random characters, and everything after a
 * `?`.
 */
export function withoutSecrets(text: string): string {
  return text.replace(/\?[^\s)'"]+/g, '?…').replace(/[A-Za-z0-9_\-.=+]{32,}/g, (run) => (isRandom(run) ? '…' : run));
}

/** Long paths and names consist of words; random text mixes digits with upper and lower case. */
function isRandom(run: string): boolean {
  return /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error));
  const cause = error.cause === undefined ? '' : `\ncaused by ${textOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
