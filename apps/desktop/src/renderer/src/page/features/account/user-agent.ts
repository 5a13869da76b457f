import { strings } from '../../strings.ts';

const programs = [
  [/Electron|Roomtone\//, 'Roomtone'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^node|axios|undici/i, 'Node'],
] as const;

const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** The browser and system that a user agent string names: `Firefox on Linux`. */
export function deviceName(userAgent: string): string {
  const words = strings.account.sessions;
  const program = programs.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (system === undefined) return program ?? words.unknownProgram;
  return words.deviceOn({ program: program ?? words.unknownProgram, system });
}
