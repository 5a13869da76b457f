import type { UtilityProcess } from 'electron';
import type { CrashLog } from './crash-log.ts';

const keptCharacters = 4_000;

/**
 * Keeps what a process writes on standard error, such as why it has to end, and puts the last of it into the log when
 * it ends badly. Its standard output is let go.
 */
export function keepLastWords<Process extends Pick<UtilityProcess, 'on' | 'stdout' | 'stderr'>>(
  child: Process,
  name: string,
  log: Pick<CrashLog, 'write'>,
): Process {
  let words = '';
  child.stdout?.resume();
  child.stderr?.on('data', (chunk) => {
    words = `${words}${chunk}`.slice(-keptCharacters);
  });
  child.on('exit', (code) => {
    if (code !== 0 && words !== '') log.write(`last words of ${name}`, words);
  });
  return child;
}
