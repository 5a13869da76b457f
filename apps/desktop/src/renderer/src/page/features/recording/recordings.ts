import { limits } from '@roomtone/protocol';
import type { SoundFileKind } from '../../../contract/sound-file-messages.ts';
import type { Timing } from '../../../contract/timing-analysis.ts';
import { newId } from '../../app/new-id.ts';
import { programFor, programOf } from '../../playing/sounds/general-midi.ts';
import { renderSoundFile } from '../../playing/sounds/sound-file.ts';
import { strings } from '../../strings.ts';
import { failureText } from '../../ui/failure-text.ts';
import { saveFile } from '../../ui/save-file.ts';
import { notify } from '../../ui/toast-store.ts';
import { fileNameOf } from './file-name.ts';
import type { RecordingDatabase } from './recording-database.ts';
import { useRecordings } from './recordings-store.ts';
import type { Take } from './take.ts';
import { type RollNote, rollNotesOf } from './take-roll-notes.ts';
import { ownTimingOf } from './take-timing.ts';
import { type TakeTracks, tracksOf } from './take-tracks.ts';

/** Plays Standard MIDI Files and recordings as if the user played them. */
export interface TakePlayback {
  play(name: string, tracks: TakeTracks['tracks']): void;
  open(file: File): Promise<void>;
  /** True where somebody is to share with. */
  canShare(): boolean;
  /** Gives everybody in the room a file. @throws {CallError} */
  share(name: string, bytes: Uint8Array): Promise<void>;
  /** Says something to the room. @throws {CallError} */
  say(text: string): Promise<void>;
}

/** Plays, exports, renames and deletes stored takes. */
export class Recordings {
  readonly #database: RecordingDatabase;
  readonly #playback: TakePlayback;
  #rendering: AbortController | undefined;

  constructor(database: RecordingDatabase, playback: TakePlayback) {
    this.#database = database;
    this.#playback = playback;
  }

  /** Loads the list of takes. */
  async open(): Promise<void> {
    useRecordings.setState({ isOpen: true });
    await this.#refresh();
  }

  close(): void {
    useRecordings.setState({ isOpen: false });
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

  get canShare(): boolean {
    return this.#playback.canShare();
  }

  /** Gives everybody in the room a take as a Standard MIDI File, by a line of chat. */
  async share(take: Take): Promise<void> {
    const file = await this.#midiFileOf(take);
    if (file.length > limits.roomFile.bytes) {
      notify(strings.recording.tooLongToShare);
      return;
    }
    try {
      await this.#playback.share(take.name, file);
      notify(strings.recording.shared({ name: take.name }));
    } catch (error) {
      notify(failureText(error));
    }
  }

  async #midiFileOf(take: Take): Promise<Uint8Array<ArrayBuffer>> {
    const { takeFile } = await import('./take-file.ts');
    return takeFile(take, await this.#database.chunks(take.id), programOf);
  }

  /** Downloads a take as a Standard MIDI File. */
  async export(take: Take): Promise<void> {
    const file = await this.#midiFileOf(take);
    saveFile(fileNameOf(take.name, 'mid'), new Blob([file], { type: 'audio/midi' }));
  }

  /**
   * Renders a take with Roomtone's instruments and downloads it as a file of sound. The store shows the progress; one take is
   * rendered at a time.
   */
  async exportSound(take: Take, as: SoundFileKind): Promise<void> {
    this.cancelSound();
    const rendering = new AbortController();
    this.#rendering = rendering;
    const show = (part: number) => {
      if (this.#rendering === rendering) useRecordings.setState({ rendering: { takeId: take.id, part } });
    };
    show(0);
    try {
      const { startUs, tracks } = tracksOf(take, await this.#database.chunks(take.id));
      const parts = tracks.map(({ instrument, events }) => ({
        program: programFor(instrument ?? ''),
        // Messages that set a channel up may be earlier than the first note.
        events: events.map(({ timeUs, data }) => ({ timeUs: Math.max(0, timeUs - startUs), data })),
      }));
      const file = await renderSoundFile(parts, { as, onProgress: show, signal: rendering.signal });
      saveFile(fileNameOf(take.name, as), file);
    } catch {
      if (!rendering.signal.aborted) notify(strings.recording.soundFailed);
    } finally {
      if (this.#rendering === rendering) this.cancelSound();
    }
  }

  /** Stops rendering, if something is. */
  cancelSound(): void {
    this.#rendering?.abort();
    this.#rendering = undefined;
    useRecordings.setState({ rendering: undefined });
  }

  /** The notes of a take, for a small picture of it. */
  async rollOf(take: Take): Promise<readonly RollNote[]> {
    return rollNotesOf(tracksOf(take, await this.#database.chunks(take.id)));
  }

  /** How this device's player played to the click; undefined if that cannot be said. */
  async timingOf(take: Take): Promise<Timing | undefined> {
    return ownTimingOf(take, await this.#database.chunks(take.id));
  }

  /** Says something in the room's chat. Shows a message with the result. */
  async say(text: string): Promise<void> {
    try {
      await this.#playback.say(text);
      notify(strings.takeTiming.shared);
    } catch (error) {
      notify(failureText(error));
    }
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
      useRecordings.setState({ status: 'ready', takes: await this.#database.takes() });
    } catch {
      useRecordings.setState({ status: 'failed' });
    }
  }
}
