import { newId } from '../../app/new-id.ts';
import { programOf } from '../../playing/sounds/general-midi.ts';
import { saveFile } from '../../ui/save-file.ts';
import { fileNameOf } from './file-name.ts';
import { useLibrary } from './library-store.ts';
import type { RecordingDatabase } from './recording-database.ts';
import type { Take } from './take.ts';
import { type TakeTracks, tracksOf } from './take-tracks.ts';

/** Plays Standard MIDI Files and recordings as if the user played them. */
export interface TakePlayback {
  play(name: string, tracks: TakeTracks['tracks']): void;
  open(file: File): Promise<void>;
}

/** Plays, exports, renames and deletes stored takes. */
export class Library {
  readonly #database: RecordingDatabase;
  readonly #playback: TakePlayback;

  constructor(database: RecordingDatabase, playback: TakePlayback) {
    this.#database = database;
    this.#playback = playback;
  }

  /** Loads the list of takes. */
  async open(): Promise<void> {
    useLibrary.setState({ isOpen: true });
    await this.#refresh();
  }

  close(): void {
    useLibrary.setState({ isOpen: false });
  }

  /** Plays a take to the room. */
  async play(take: Take): Promise<void> {
    this.#playback.play(take.name, tracksOf(take, await this.#database.chunks(take.id), programOf).tracks);
    this.close();
  }

  openFile(file: File): void {
    this.close();
    void this.#playback.open(file);
  }

  /** Downloads a take as a Standard MIDI File. */
  async export(take: Take): Promise<void> {
    const { recordingTime, writeMidiFile } = await import('@roomtone/smf');
    const { startUs, tracks } = tracksOf(take, await this.#database.chunks(take.id), programOf);
    saveMidi(fileNameOf(take.name), writeMidiFile(tracks, startUs, recordingTime, take.tempos));
  }

  /** Saves a take that was left unsaved. */
  async keep(take: Take): Promise<void> {
    await this.#database.keep([take.id], 0, { id: newId(), name: take.name });
    await this.delete(take);
  }

  async rename(take: Take, name: string): Promise<void> {
    const trimmed = name.trim();
    if (trimmed !== '' && trimmed !== take.name) await this.#database.rename(take.id, trimmed);
    await this.#refresh();
  }

  async delete(take: Take): Promise<void> {
    await this.#database.delete(take.id);
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    try {
      useLibrary.setState({ status: 'ready', takes: await this.#database.takes() });
    } catch {
      useLibrary.setState({ status: 'failed' });
    }
  }
}

function saveMidi(name: string, bytes: Uint8Array): void {
  saveFile(name, new Blob([Uint8Array.from(bytes)], { type: 'audio/midi' }));
}
