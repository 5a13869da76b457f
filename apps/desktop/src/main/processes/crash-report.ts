import { readFileSync } from 'node:fs';
import { withoutSecrets } from './crash-log.ts';

const logLines = 200;

export interface CrashReportParts {
  /** Lines about the app and the system, such as versions. */
  readonly facts: Readonly<Record<string, string>>;
  readonly settings: object;
  /** The newest log, and the one before it. */
  readonly logPath: string;
  /** The last lines of the server's own log. */
  readonly serverLog: readonly string[];
  /** The user's home folder, whose path contains a name. */
  readonly home: string;
  readonly now: Date;
}

/**
 * The text of a report that the user can read before sending it to anybody: versions, settings, and the last lines of both
 * logs. Without tokens, queries, names of folders above the home folder, email addresses and other machines' addresses.
 */
export function crashReport({ facts, settings, logPath, serverLog, home, now }: CrashReportParts): string {
  const crashes = [...linesOf(`${logPath}.1`), ...linesOf(logPath)].slice(-logLines);
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Roomtone report', [`Written ${now.toISOString()}. Nothing has been sent: read it, then decide.`]],
    ['Versions and system', Object.entries(facts).map(([name, value]) => `${name}: ${value}`)],
    ['Settings', JSON.stringify(settings, null, 2).split('\n')],
    ['Problems, newest last', crashes.length > 0 ? crashes : ['none']],
    ['Server, newest last', serverLog.length > 0 ? serverLog : ['nothing']],
  ];
  const text = sections.map(([title, lines]) => `${title}\n${'-'.repeat(title.length)}\n${lines.join('\n')}\n`);
  return masked(text.join('\n'), home);
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
}

function masked(text: string, home: string): string {
  const atHome = home.length > 1 ? text.replaceAll(home, '~') : text;
  return withoutSecrets(atHome)
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…@…')
    .replace(/\b(?!127\.)\d{1,3}(\.\d{1,3}){3}\b/g, '….….….…')
    .replace(/"(username|name|user|room|roomName)":"[^"]*"/g, '"$1":"…"');
}
