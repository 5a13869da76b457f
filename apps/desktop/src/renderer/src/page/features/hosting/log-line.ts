import { timeText } from '../../strings/formats.ts';

const levels: Readonly<Record<number, string>> = { 40: 'warning', 50: 'error', 60: 'fatal' };
/** Fields that are shown separately or not at all. */
const known: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'reqId', 'connectionId']);

/** Formats a line of the server's log, a JSON object, for people; any other line stays as it is. */
export function logLine(line: string): string {
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null) return line;
    const { time, level, msg } = entry as { time?: unknown; level?: unknown; msg?: unknown };
    const at = typeof time === 'number' ? timeText(time) : '';
    const rest = Object.entries(entry).flatMap(([name, value]) =>
      known.has(name) ? [] : [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
    );
    return [at, levels[Number(level)], String(msg ?? ''), ...rest].filter((part) => part).join('  ');
  } catch {
    return line;
  }
}
