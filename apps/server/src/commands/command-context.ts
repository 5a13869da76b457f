import type { Writable } from 'node:stream';
import type { Config, Secrets } from '../config/config.ts';
import type { Input } from './read-password.ts';

/** The parts of the process that commands use. */
export interface CommandContext {
  /** Reads the settings. Rejects with ConfigError if they are wrong. */
  readonly settings: () => Promise<{ readonly config: Config; readonly secrets: Secrets }>;
  /** Source of a password. */
  readonly input: Input;
  /** At a terminal, asks for the password. */
  readonly prompts: Writable;
  /** The process's effective user id; undefined on systems without one. */
  readonly uid: number | undefined;
  /** Prints a line of the result. */
  readonly say: (line: string) => void;
  /** Prints a line that the host should notice although the command succeeds. */
  readonly warn: (line: string) => void;
  /** Aborts when the host interrupts. A command that has changed nothing yet ends; one that is writing finishes. */
  readonly signal: AbortSignal;
}
