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

/** The browser and system in a user agent string, such as `['Firefox', 'Linux']`; undefined if it names none. */
export function deviceOf(userAgent: string): { readonly program?: string; readonly system?: string } {
  const program = programs.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { ...(program === undefined ? {} : { program }), ...(system === undefined ? {} : { system }) };
}
