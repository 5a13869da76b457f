import { forEachEvent, isNoteOn, limits } from '@roomtone/protocol';
import type { TextEncoding } from '@roomtone/smf';
import { maxMidiFileBytes, midiFileName } from '../../../../../shared/midi-file.ts';
import { ChannelSettings } from '../../../contract/channel-settings.ts';
import { localNowUs } from '../../../contract/local-time.ts';
import type { Performer } from '../../../contract/performer.ts';
import { useAudio } from '../../playing/sound/audio-store.ts';
import type { ShownPiece } from '../../playing/stage/falling-notes.ts';
import { strings } from '../../strings.ts';
import { type Emit, type OwnPart, Playback, shortestLoopUs } from './playback.ts';
import { nothingLoaded, usePlayback } from './playback-store.ts';
import { type ReadTracks, readTracksInWorker } from './read-tracks.ts';
import { type Score, scoreNotes, scoreOf } from './score.ts';
import { barAt, barStartUs, bpmAt } from './score-tempo.ts';
import { chosenEncoding, rememberEncoding } from './text-choices.ts';

/** How a file begins. */
export interface FileStart {
  /** room: for everybody in the room who may hear it. */
  readonly audience: 'room' | 'self';
  /** The part that the user plays; the file waits for it. */
  readonly ownPart: OwnPart;
}

const alone: FileStart = { audience: 'self', ownPart: 'none' };

/** Everything besides sound that follows a file. */
export interface PlaybackSurroundings {
  /** Shows the notes of a piece before they are due. */
  showPiece(piece: ShownPiece | undefined): void;
  /** Sets the metronome to the piece's tempo. */
  setTempo(tempo: { readonly bpm: number; readonly beatsPerBar: number }): void;
  /** The program of the user's own instrument. */
  ownProgram(): number;
  /** Brings the keys that the file waits for into view. */
  showKeys(keys: readonly number[]): void;
  /** Gives everybody in the room the file. @throws if that fails. */
  share(name: string, bytes: Uint8Array): Promise<void>;
}

/** Plays a MIDI file as if the user played it: only here at first, or to the room. */
export class FilePlayer {
  readonly #performer: Performer;
  readonly #mayOnlyListen: () => boolean;
  readonly #readTracks: ReadTracks;
  readonly #surroundings: PlaybackSurroundings | undefined;
  /** The settings that the user's own keyboards have set. */
  readonly #own = new ChannelSettings();
  #piece: ShownPiece | undefined;
  #tempo = '';
  /** The keys that were last brought into view. */
  #wanted = '';
  /** The file as it was opened; undefined for a recording. */
  #bytes: Uint8Array | undefined;
  #playback: Playback | undefined;
  #ticker: Worker | undefined;
  /** Files are read in the order in which they were opened, no matter how long each takes. */
  #reading = Promise.resolve();

  /** @param mayOnlyListen returns true for users who may not play to others, such as guests. */
  constructor(
    performer: Performer,
    mayOnlyListen: () => boolean,
    readTracks: ReadTracks = readTracksInWorker,
    surroundings?: PlaybackSurroundings,
  ) {
    this.#performer = performer;
    this.#surroundings = surroundings;
    this.#readTracks = readTracks;
    this.#mayOnlyListen = mayOnlyListen;
  }

  /** Loads a Standard MIDI File and plays it. The store says if that failed. */
  open(file: File, start: FileStart = alone): Promise<void> {
    this.#reading = this.#reading
      .then(() => this.#read(file, start))
      .catch(() => usePlayback.setState({ failure: strings.playback.unreadable }));
    return this.#reading;
  }

  /** Loads a score and unloads the previous one. */
  load(score: Score): void {
    this.close();
    const playback = new Playback(score, (changed) => this.#restoring(changed));
    this.#playback = playback;
    this.#piece = {
      notes: scoreNotes(score),
      positionUs: () => playback.positionUs(localNowUs()),
      speed: () => playback.speed,
      isMoving: () => playback.isPlaying,
      // Somebody who only listens sees all notes alike.
      isOwn: ({ track, key }) => usePlayback.getState().ownPart === 'none' || playback.isOwn(track, key),
      isShown: ({ track }) => usePlayback.getState().tracks[track]?.isOn ?? true,
    };
    const { name, lengthUs } = score;
    usePlayback.setState({
      ...nothingLoaded,
      file: { name, lengthUs },
      tracks: score.tracks.map((track) => ({ ...track, isOn: true })),
      lyrics: score.lyrics,
      // The choice outlasts the song.
      showsLyrics: usePlayback.getState().showsLyrics,
      hasTempo: score.tempos.length > 0,
    });
    this.#show();
  }

  play(): void {
    if (this.#playback === undefined) return;
    this.#performer.setPrivate('file', this.#mayOnlyListen() || usePlayback.getState().audience === 'self');
    this.#playback.play(localNowUs(), this.#emit);
    this.#ticker ??= new Worker(new URL('./ticker.ts', import.meta.url), { type: 'module', name: 'ticker' });
    this.#ticker.onmessage = this.#tick;
    usePlayback.setState({ isPlaying: true });
    this.#show();
    this.#leadMetronome();
  }

  pause(): void {
    this.#playback?.pause(localNowUs(), this.#emit);
    this.#stopTicker();
    this.#showResult();
  }

  seek(positionUs: number): void {
    this.#playback?.seek(positionUs, localNowUs(), this.#emit);
    this.#show();
  }

  setSpeed(speed: number): void {
    this.#playback?.setSpeed(speed, localNowUs());
    usePlayback.setState({ speed: this.#playback?.speed ?? 1 });
    this.#show();
    this.#leadMetronome();
  }

  setTrack(track: number, isOn: boolean): void {
    this.#playback?.setTrack(track, isOn, localNowUs(), this.#emit);
    usePlayback.setState(({ tracks }) => ({
      tracks: tracks.map((each, index) => (index === track ? { ...each, isOn } : each)),
    }));
  }

  /** Chooses what the user plays. @param waits true if the file waits for the user's notes. */
  practice(ownPart: OwnPart, waits: boolean): void {
    this.#playback?.setOwnPart(ownPart, waits && ownPart !== 'none', localNowUs(), this.#emit);
    usePlayback.setState({ ownPart, waits });
    this.#showResult();
    this.#show();
  }

  /** Begins a loop at the current bar, ends it with the current bar, or plays on. A piece without bars takes the position. */
  markLoop(): void {
    const { loop, hasTempo } = usePlayback.getState();
    const tempos = hasTempo ? (this.score?.tempos ?? []) : undefined;
    const atUs = this.positionUs;
    const bar = tempos === undefined ? 0 : barAt(tempos, atUs);
    const lineUs = (number: number) => (tempos === undefined ? atUs : Math.max(0, barStartUs(tempos, number)));
    const toUs = lineUs(bar + 1);
    if (loop === undefined) {
      usePlayback.setState({ loop: { fromUs: lineUs(bar), fromBar: bar, toUs: undefined, toBar: 0 } });
    } else if (loop.toUs === undefined && toUs >= loop.fromUs + shortestLoopUs) {
      usePlayback.setState({ loop: { ...loop, toUs, toBar: bar } });
      this.#playback?.setLoop({ fromUs: loop.fromUs, toUs });
    } else {
      usePlayback.setState({ loop: undefined });
      this.#playback?.setLoop(undefined);
    }
  }

  showAhead(showsAhead: boolean): void {
    usePlayback.setState({ showsAhead });
    this.#show();
  }

  leadMetronome(leadsMetronome: boolean): void {
    usePlayback.setState({ leadsMetronome });
    this.#tempo = '';
    this.#leadMetronome();
  }

  /** Gives everybody in the room the file. @throws if that fails. */
  async share(): Promise<void> {
    const name = usePlayback.getState().file?.name;
    if (name !== undefined && this.#bytes !== undefined) await this.#surroundings?.share(name, this.#bytes);
  }

  /** The user played something, on any keyboard. @param data one raw MIDI event. */
  heard(data: Uint8Array): void {
    const [status = 0, key = 0, velocity = 0] = data;
    forEachEvent(data, (each, first, second) => this.#own.take(each, first, second));
    // The music that they play to has been on its way to their ears.
    const delayUs = useAudio.getState().latencyMs * 1_000;
    if (isNoteOn(status, velocity)) this.#playback?.pressed(key, localNowUs(), delayUs);
  }

  /** Reads the texts of the file in another encoding, and remembers it for this file. */
  async chooseEncoding(encoding: TextEncoding): Promise<void> {
    const bytes = this.#bytes;
    if (bytes === undefined) return;
    rememberEncoding(bytes, encoding);
    const read = await this.#readTracks(bytes.slice().buffer, encoding);
    if (read === 'invalid' || this.#bytes !== bytes) return;
    const { tracks, lyrics } = scoreOf('', read.tracks, read.tempos, read.lyrics);
    usePlayback.setState(({ tracks: before }) => ({
      encoding,
      lyrics,
      tracks: before.map((track, index) => ({ ...track, name: tracks[index]?.name ?? track.name })),
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
    this.#piece = undefined;
    this.#bytes = undefined;
    this.#tempo = '';
    usePlayback.setState({ ...nothingLoaded, showsLyrics: usePlayback.getState().showsLyrics });
    this.#show();
  }

  /** Undefined if no file is loaded. */
  get score(): Score | undefined {
    return this.#playback?.score;
  }

  /** The position, in µs at the file's own tempo. */
  get positionUs(): number {
    return this.#playback?.positionUs(localNowUs()) ?? 0;
  }

  readonly #emit: Emit = (data, timeUs) => this.#performer.play('file', data, timeUs);

  #restoring(changed: ChannelSettings): Uint8Array[] {
    const messages = changed.restoring(this.#own, this.#surroundings?.ownProgram() ?? 0);
    return messages.map((message) => Uint8Array.from(message));
  }

  readonly #tick = (): void => {
    const playback = this.#playback;
    playback?.emitDue(localNowUs(), this.#emit);
    if (playback?.isPlaying === false) {
      this.#stopTicker();
      this.#showResult();
    }
    this.#showWanted();
    this.#leadMetronome();
  };

  #show(): void {
    this.#surroundings?.showPiece(usePlayback.getState().showsAhead ? this.#piece : undefined);
  }

  #showResult(): void {
    usePlayback.setState({ result: this.#playback?.result.notes ?? [] });
  }

  /** Shows the keys of each chord once, because the user may look elsewhere while the file waits. */
  #showWanted(): void {
    const keys = [...(this.#playback?.wanted ?? [])];
    const text = keys.join(' ');
    if (text === this.#wanted) return;
    this.#wanted = text;
    if (keys.length > 0) this.#surroundings?.showKeys(keys);
  }

  /** Tells the metronome each tempo once. */
  #leadMetronome(): void {
    const playback = this.#playback;
    if (playback?.isPlaying !== true || !usePlayback.getState().leadsMetronome) return;
    const tempo = bpmAt(playback.score.tempos, playback.positionUs(localNowUs()), playback.speed);
    if (tempo === undefined) return;
    const text = `${tempo.bpm} ${tempo.beatsPerBar}`;
    if (text === this.#tempo) return;
    this.#tempo = text;
    this.#surroundings?.setTempo(tempo);
  }

  async #read(file: File, start: FileStart): Promise<void> {
    if (file.size > maxMidiFileBytes) {
      usePlayback.setState({ failure: strings.playback.tooLarge({ mebibytes: maxMidiFileBytes / 1024 / 1024 }) });
      return;
    }
    const content = await file.arrayBuffer();
    // Reading hands the content over to a worker.
    const bytes = new Uint8Array(content.slice(0));
    const read = await this.#readTracks(content, chosenEncoding(bytes));
    if (read === 'invalid') {
      usePlayback.setState({ failure: strings.playback.notMidi });
      return;
    }
    this.load(scoreOf(file.name.replace(midiFileName, ''), read.tracks, read.tempos, read.lyrics));
    this.#bytes = bytes;
    usePlayback.setState({
      canShare: bytes.length <= limits.roomFile.bytes,
      audience: start.audience,
      encoding: read.encoding,
      repairs: read.repairs,
    });
    if (start.ownPart !== 'none') this.practice(start.ownPart, true);
    this.play();
  }

  #stopTicker(): void {
    this.#ticker?.terminate();
    this.#ticker = undefined;
    if (usePlayback.getState().isPlaying) usePlayback.setState({ isPlaying: false });
  }
}
