import { open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MidiFile } from '../../shared/ipc.ts';
import { maxMidiFileBytes, midiFileName } from '../../shared/midi-file.ts';

/** Why a file cannot be played. */
type FileProblem = 'unreadable' | 'too large';

export interface OpenedFileParts {
  readonly reportProblem: (problem: FileProblem, path: string) => void;
  /** Shows the app's own window, so that it takes the file. */
  readonly showHome: () => void;
}

/** Reads the MIDI files with which the app is opened. The latest waits for the window. */
export class OpenedFiles {
  readonly #parts: OpenedFileParts;
  #waiting: MidiFile | null = null;

  constructor(parts: OpenedFileParts) {
    this.#parts = parts;
  }

  async open(path: string): Promise<void> {
    const read = await readBounded(path);
    if (typeof read === 'string') {
      this.#parts.reportProblem(read, path);
      return;
    }
    this.#waiting = { name: basename(path), bytes: read };
    this.#parts.showHome();
  }

  /** Returns the file, once. */
  take(): MidiFile | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }
}

/**
 * The path of the MIDI file in the arguments that the app was started with; undefined if there is none. Linux passes files
 * as `file:` URLs.
 * @param folder base of relative paths.
 */
export function midiFileAmong(args: readonly string[], folder: string): string | undefined {
  const [, ...given] = args;
  const named = given.find((arg) => midiFileName.test(arg) && !arg.startsWith('-') && !/^(?!file:)\w{2,}:/i.test(arg));
  if (named === undefined) return undefined;
  if (!/^file:/i.test(named)) return resolve(folder, named);
  try {
    return fileURLToPath(named);
  } catch {
    // The URL names another machine.
    return undefined;
  }
}

async function readBounded(path: string): Promise<Uint8Array<ArrayBuffer> | FileProblem> {
  if (!midiFileName.test(path)) return 'unreadable';
  try {
    // Opening something other than a file, such as a pipe, could block forever.
    const found = await stat(path);
    if (!found.isFile()) return 'unreadable';
    if (found.size > maxMidiFileBytes) return 'too large';
    await using file = await open(path);
    const bytes = new Uint8Array(found.size);
    const { bytesRead } = await file.read(bytes);
    return bytes.subarray(0, bytesRead);
  } catch {
    return 'unreadable';
  }
}
