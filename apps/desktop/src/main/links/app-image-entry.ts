import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type AppPlace, programOf, writeDesktopEntry } from '../settings/desktop-entry.ts';
import { linkScheme } from './deep-link.ts';

/** The same types as in the packages that are installed (electron-builder.yml). */
const fileTypes = ['audio/midi', 'audio/x-midi'];
const entryName = 'roomtone.desktop';

export interface AppImageParts extends AppPlace {
  readonly platform: NodeJS.Platform;
  /** Runs one of the system's programs; resolves when it has ended. */
  readonly run: (program: string, args: readonly string[]) => Promise<void>;
  readonly report: (problem: string, error: unknown) => void;
}

/**
 * Makes an AppImage known to the desktop, because nobody installs it: links and MIDI files open it. Call it at each start,
 * since an update may have another name.
 */
export async function claimForAppImage({ platform, run, report, ...place }: AppImageParts): Promise<void> {
  const { environment, home } = place;
  if (platform !== 'linux' || environment['APPIMAGE'] === undefined) return;
  const folder = join(environment['XDG_DATA_HOME'] || join(home, '.local/share'), 'applications');
  const links = `x-scheme-handler/${linkScheme}`;
  const more = ['Categories=AudioVideo;Audio;Music;', `MimeType=${[...fileTypes, links].join(';')};`];
  try {
    const entry = { program: programOf(place), args: '%U', more };
    if (writeDesktopEntry(join(folder, entryName), entry)) await run('xdg-mime', ['default', entryName, links]);
  } catch (error) {
    report('links will not open this AppImage', error);
  }
}

export function runProgram(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, args, (error) => (error === null ? resolve() : reject(error)));
  });
}
