import type { UtilityProcess } from 'electron';
import type { CrashLog } from './crash-log.ts';

const keptCharacters = 4_000;

/**
 * Collects the standard error of a process, and logs the last of it if the process ends badly. Its standard output is
 * discarded.
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
