import type { Writable } from 'node:stream';
import type { Config, Secrets } from '../config/config.ts';
import type { Input } from './read-password.ts';

/** What a command is given of the process. */
export interface CommandContext {
  /** Rejects with ConfigError for bad ones. */
  readonly settings: () => Promise<{ readonly config: Config; readonly secrets: Secrets }>;
  /** Where a password comes from. */
  readonly input: Input;
  /** Where it is asked for, at a terminal. */
  readonly prompts: Writable;
  /** The number of the account that the process runs as, where the system has such. */
  readonly account: number | undefined;
  /** Prints a line of the result. */
  readonly say: (line: string) => void;
  /** Prints a line that the host should look at although the command succeeds. */
  readonly warn: (line: string) => void;
  /** The host gives up: what has not changed anything yet ends; what has begun to write goes on to its end. */
  readonly signal: AbortSignal;
}
