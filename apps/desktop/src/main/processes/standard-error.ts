import type { UtilityProcess } from 'electron';
import type { CrashLog } from './crash-log.ts';

const keptCharacters = 4_000;

/**
 * Collects the standard error of a process, and logs the last of it if the process ends badly. Its standard output is
 * discarded.
 */
export function logStandardError<Process extends Pick<UtilityProcess, 'on' | 'stdout' | 'stderr'>>(
  child: Process,
  name: string,
  log: Pick<CrashLog, 'write'>,
): Process {
  let output = '';
  child.stdout?.resume();
  child.stderr?.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-keptCharacters);
  });
  child.on('exit', (code) => {
    if (code !== 0 && output !== '') log.write(`standard error of ${name}`, output);
  });
  return child;
}
