import { maxMidiFileBytes, midiFileName } from '../../../../../shared/midi-file.ts';
import { localNowUs } from '../../../contract/local-time.ts';
import type { Performer } from '../../../contract/performer.ts';
import { strings } from '../../strings.ts';
import { type Emit, Playback } from './playback.ts';
import { nothingLoaded, usePlayback } from './playback-store.ts';
import { type ReadTracks, readTracksInWorker } from './read-tracks.ts';
import { type Score, scoreOf } from './score.ts';

/** Plays a MIDI file as if the user played it: only here at first, or to the room. */
export class FilePlayer {
  readonly #performer: Performer;
  readonly #mayOnlyListen: () => boolean;
  readonly #readTracks: ReadTracks;
  #playback: Playback | undefined;
  #ticker: Worker | undefined;
  /** Files are read in the order in which they were opened, no matter how long each takes. */
  #reading = Promise.resolve();

  /** @param mayOnlyListen returns true for users who may not play to others, such as guests. */
  constructor(performer: Performer, mayOnlyListen: () => boolean, readTracks: ReadTracks = readTracksInWorker) {
    this.#performer = performer;
    this.#readTracks = readTracks;
    this.#mayOnlyListen = mayOnlyListen;
  }

  /** Loads a Standard MIDI File and plays it. The store says if that failed. */
  open(file: File): Promise<void> {
    this.#reading = this.#reading
      .then(() => this.#read(file))
      .catch(() => usePlayback.setState({ failure: strings.playback.unreadable }));
    return this.#reading;
  }

  /** Loads a score and unloads the previous one. */
  load(score: Score): void {
    this.close();
    this.#playback = new Playback(score);
    const { name, lengthUs } = score;
    usePlayback.setState({
      ...nothingLoaded,
      file: { name, lengthUs },
      tracks: score.tracks.map((track) => ({ ...track, isOn: true })),
    });
  }

  play(): void {
    if (this.#playback === undefined) return;
    this.#performer.setPrivate('file', this.#mayOnlyListen() || usePlayback.getState().audience === 'self');
    this.#playback.play(localNowUs(), this.#emit);
    this.#ticker ??= new Worker(new URL('./ticker.ts', import.meta.url), { type: 'module', name: 'ticker' });
    this.#ticker.onmessage = this.#tick;
    usePlayback.setState({ isPlaying: true });
  }

  pause(): void {
    this.#playback?.pause(localNowUs(), this.#emit);
    this.#stopTicker();
  }

  seek(positionUs: number): void {
    this.#playback?.seek(positionUs, localNowUs(), this.#emit);
  }

  setSpeed(speed: number): void {
    this.#playback?.setSpeed(speed, localNowUs());
    usePlayback.setState({ speed: this.#playback?.speed ?? 1 });
  }

  setTrack(track: number, isOn: boolean): void {
    this.#playback?.setTrack(track, isOn, localNowUs(), this.#emit);
    usePlayback.setState(({ tracks }) => ({
      tracks: tracks.map((each, index) => (index === track ? { ...each, isOn } : each)),
    }));
  }

  /** Changes the audience. Sounding notes end for those who have heard them so far. */
  setAudience(audience: 'room' | 'self'): void {
    const isPlaying = this.#playback?.isPlaying ?? false;
    if (isPlaying) this.pause();
    usePlayback.setState({ audience });
    if (isPlaying) this.play();
  }

  /** Unloads the file. */
  close(): void {
    this.pause();
    this.#playback = undefined;
    usePlayback.setState(nothingLoaded);
  }

  /** The position, in µs at the file's own tempo. */
  get positionUs(): number {
    return this.#playback?.positionUs(localNowUs()) ?? 0;
  }

  readonly #emit: Emit = (data, timeUs) => this.#performer.play('file', data, timeUs);

  readonly #tick = (): void => {
    const playback = this.#playback;
    playback?.emitDue(localNowUs(), this.#emit);
    if (playback?.isPlaying === false) this.#stopTicker();
  };

  async #read(file: File): Promise<void> {
    if (file.size > maxMidiFileBytes) {
      usePlayback.setState({ failure: strings.playback.tooLarge(maxMidiFileBytes / 1024 / 1024) });
      return;
    }
    const tracks = await this.#readTracks(await file.arrayBuffer());
    if (tracks === 'invalid') {
      usePlayback.setState({ failure: strings.playback.notMidi });
      return;
    }
    this.load(scoreOf(file.name.replace(midiFileName, ''), tracks));
    this.play();
  }

  #stopTicker(): void {
    this.#ticker?.terminate();
    this.#ticker = undefined;
    if (usePlayback.getState().isPlaying) usePlayback.setState({ isPlaying: false });
  }
}
