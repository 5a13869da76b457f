import { CommandFailure } from '../application/hosting/command-failure.ts';
import { ConfigError } from '../config/config.ts';
import { DataDirectoryInUse } from '../ports/data-directory-in-use.ts';
import { DatabaseInUse } from '../ports/database-in-use.ts';
import { HangingStorage } from '../ports/hanging-storage.ts';
import { UsageError } from './arguments.ts';

/** The exit status and last message of the process (S1.8). */
export interface Exit {
  /** 1: failed. 2: wrong usage or settings. 3: a running server must be stopped first. */
  readonly status: 1 | 2 | 3;
  readonly message: string;
  /** True if a thread hangs that ending must not wait for. */
  readonly isHanging?: boolean;
}

export function exitFor(error: unknown, doing: 'serve' | 'command'): Exit {
  if (error instanceof UsageError)
    return { status: 2, message: `${error.message}\nmain.js --help shows all commands.` };
  if (error instanceof ConfigError) return { status: 2, message: error.message };
  if (error instanceof DataDirectoryInUse || error instanceof DatabaseInUse) {
    return { status: 3, message: error.message };
  }
  if (error instanceof CommandFailure) return { status: 1, message: error.message };
  // The host pressed Ctrl+C.
  if (error instanceof Error && error.name === 'AbortError')
    return { status: 1, message: 'Stopped. Nothing was changed.' };
  const message = error instanceof Error ? error.message : String(error);
  if (doing === 'command') return { status: 1, message };
  const isHanging = error instanceof HangingStorage;
  return { status: 1, message: listenProblem(error) ?? `Roomtone could not start: ${message}`, isHanging };
}

function listenProblem(error: unknown): string | undefined {
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${address} is already in use. Stop the program that uses it, or set ROOMTONE_PORT to another port.`;
    case 'EACCES':
      if (port === undefined) return undefined;
      return `This account may not use port ${port}. Set ROOMTONE_PORT to another port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'ROOMTONE_HOST is not an address of this machine.';
  }
  return undefined;
}
