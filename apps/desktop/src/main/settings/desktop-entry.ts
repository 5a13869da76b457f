import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where the app is on this machine. */
export interface AppPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The path of the app's executable. */
  readonly executable: string;
}

/** The program that starts the app: an AppImage runs from a mount that is gone after it ends. */
export function programOf({ environment, executable }: AppPlace): string {
  return environment['APPIMAGE'] ?? executable;
}

/**
 * Writes an entry that starts the app, unless it is there already; returns true if it was written.
 * The desktop entry specification: https://specifications.freedesktop.org/desktop-entry-spec/latest/
 * @throws {Error} if the file cannot be written.
 */
export function writeDesktopEntry(
  path: string,
  { program, args, more = [] }: { readonly program: string; readonly args: string; readonly more?: readonly string[] },
): boolean {
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Roomtone', 'Icon=roomtone', 'Terminal=false', ...more];
  // Without the program the entry is ignored.
  lines.push(`TryExec=${program.replaceAll('\\', '\\\\')}`, `Exec=${quoted(program)} ${args}`);
  const text = `${lines.join('\n')}\n`;
  if (textOf(path) === text) return false;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return true;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * A path in an Exec line: quoted as desktop entries require, with `%` doubled, and its backslashes doubled once more
 * because they are part of a string value.
 */
function quoted(path: string): string {
  const escaped = path.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${escaped.replaceAll('\\', '\\\\')}"`;
}
