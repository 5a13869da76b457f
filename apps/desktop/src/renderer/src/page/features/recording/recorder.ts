import { HeldNotes } from '@roomtone/protocol';
import type { Transport } from '@roomtone/sdk';
import { localNowUs } from '../../../contract/local-time.ts';
import type { NoteMessage } from '../../../contract/messages.ts';
import { newId } from '../../app/new-id.ts';
import { NoteLog } from './note-log.ts';
import type { Addition, RecordingDatabase } from './recording-database.ts';
import { useRecording } from './recording-store.ts';
import {
  offerUnsavedMs,
  rollingUs,
  type Take,
  type TakeChunk,
  type TakePiece,
  type TakeRoom,
  type TakeTempo,
} from './take.ts';
import { type TakeParticipant, TakePlayers } from './take-players.ts';

const writeEveryMs = 1_000;
const cutEveryMs = 30_000;
const usPerMinute = 60_000_000;
const noOffsets: readonly number[] = [];
/** The estimate of the service clock moves a little; a metronome that was set anew moves more. */
const sameBeatUs = 5_000;

interface Visit {
  readonly place: TakeRoom;
  readonly log: NoteLog;
  readonly takePlayers: TakePlayers;
  readonly held: Map<number, HeldNotes>;
  readonly timers: readonly ReturnType<typeof setInterval>[];
  /** Tempo changes since this visit began. */
  tempos: readonly TakeTempo[];
  pieces: readonly TakePiece[];
  rolling: Take;
  /** The take that the user is recording. */
  recording: Take | undefined;
  /** The number of takes that were kept of this room. */
  keptCount: number;
}

/**
 * Records everything that is played in the current room, at the times it was played. The last ten minutes are always
 * kept; a recording that the user starts is kept whole. Notes are only buffered here and written once a second, so that
 * a crash loses at most one second.
 */
export class Recorder {
  readonly #database: RecordingDatabase;
  readonly #tabId: string;
  readonly #nameOf: (place: string, number: number) => string;
  readonly #onStoppedByLeaving: (name: string) => void;
  #visit: Visit | undefined;
  #piece: string | undefined;
  #self = 0;
  /** Written in order; after a failure, additions wait here for the next attempt. */
  readonly #unwritten: Addition[] = [];
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param nameOf names a new take, by its number among those of the room.
   * @param onStoppedByLeaving called with the name of a recording that ended because its room was left. It is kept.
   */
  constructor(
    database: RecordingDatabase,
    tabId: string,
    nameOf: (place: string, number: number) => string,
    onStoppedByLeaving: (name: string) => void = () => {},
  ) {
    this.#database = database;
    this.#onStoppedByLeaving = onStoppedByLeaving;
    this.#tabId = tabId;
    this.#nameOf = nameOf;
  }

  /** The rolling take of the current room; undefined outside rooms. */
  get rollingId(): string | undefined {
    return this.#visit?.rolling.id;
  }

  /** Starts the rolling take of a room; continues if this is the current one. */
  enter(place: TakeRoom): void {
    if (this.#visit?.place.id === place.id) return;
    this.leave();
    const timers = [setInterval(() => this.write(), writeEveryMs), setInterval(() => this.#cut(), cutEveryMs)];
    const visit = { place, log: new NoteLog(localNowUs()), takePlayers: new TakePlayers(), held: new Map(), timers };
    this.#visit = {
      ...visit,
      rolling: this.#newTake(place, 'rolling', 1),
      tempos: [],
      pieces: [],
      recording: undefined,
      keptCount: 0,
    };
    this.setPiece(this.#piece);
    void this.#countKept();
    void this.#deleteOld();
  }

  /** Stops recording and keeps what was recorded. */
  leave(): void {
    const visit = this.#visit;
    if (visit === undefined) return;
    // Note-offs of MIDI keyboards may not have arrived yet.
    for (const participant of visit.held.keys()) this.#release(participant);
    this.write();
    for (const timer of visit.timers) clearInterval(timer);
    this.#visit = undefined;
    if (visit.recording !== undefined) this.#onStoppedByLeaving(visit.recording.name);
    useRecording.setState({ sinceMs: undefined, saved: undefined });
  }

  setPlayers(participants: readonly TakeParticipant[], self: number): void {
    this.#self = self;
    this.#visit?.takePlayers.setPresent(participants, self);
  }

  /** Records a change of the metronome. @param startsAtUs local µs of its first beat, or of the end of the click. */
  setTempo(
    { bpm, beatsPerBar, running }: Pick<Transport, 'bpm' | 'beatsPerBar' | 'running'>,
    startsAtUs?: number,
  ): void {
    const beatUs = running ? startsAtUs : undefined;
    const step: TakeTempo = {
      timeUs: localNowUs(),
      usPerQuarter: Math.round(usPerMinute / bpm),
      beatsPerBar,
      ...(beatUs === undefined ? {} : { beatUs }),
    };
    const visit = this.#visit;
    const before = visit?.tempos.at(-1);
    const isSame =
      before?.usPerQuarter === step.usPerQuarter &&
      before.beatsPerBar === beatsPerBar &&
      Math.abs((before.beatUs ?? 0) - (beatUs ?? 0)) < sameBeatUs;
    if (visit !== undefined && !isSame) visit.tempos = [...visit.tempos, step];
  }

  /** Records which sheet is open. @param title undefined if none is. */
  setPiece(title: string | undefined): void {
    this.#piece = title;
    const visit = this.#visit;
    if (visit === undefined || title === undefined || title === visit.pieces.at(-1)?.title) return;
    visit.pieces = [...visit.pieces, { timeUs: localNowUs(), title }];
  }

  /** Takes the user's own notes. */
  receiveOwn(data: Uint8Array, timeUs: number): void {
    this.#add(this.#self, data, timeUs, noOffsets);
  }

  /**
   * Takes notes from the connection worker, with the time at which they were played; in interval mode one interval later, as
   * they fit to what was played here.
   */
  receive(message: NoteMessage): void {
    if (message.kind === 'own') this.receiveOwn(message.data, message.timeUs);
    else if (message.kind === 'notes') {
      this.#add(message.participant, message.data, message.atUs - message.delayUs, message.offsets);
    } else if (message.participant !== 'everybody') this.#release(message.participant);
    else for (const participant of this.#visit?.held.keys() ?? []) this.#release(participant);
  }

  /** Starts a recording. */
  start(): void {
    const visit = this.#visit;
    if (visit === undefined || visit.recording !== undefined) return;
    this.write();
    visit.keptCount += 1;
    visit.recording = this.#newTake(visit.place, 'kept', visit.keptCount);
    useRecording.setState({ sinceMs: Date.now(), saved: undefined });
  }

  /** Stops the recording; resolves when it is written. */
  async stop(): Promise<void> {
    const visit = this.#visit;
    if (visit?.recording === undefined) return;
    this.write();
    const { name, eventCount } = visit.recording;
    visit.recording = undefined;
    useRecording.setState({ sinceMs: undefined });
    await this.#writing;
    useRecording.setState({ saved: eventCount === 0 ? '' : name });
  }

  /**
   * Saves the last ten minutes, including those before a reload; resolves when they are saved.
   * @throws {DOMException}
   */
  async saveLast(): Promise<void> {
    const visit = this.#visit;
    if (visit === undefined) return;
    this.write();
    await this.#writing;
    const { rolling, place } = visit;
    const fromUs = localNowUs() - rollingUs;
    const before = (await this.#database.takes()).filter(
      (take) =>
        take.kind === 'rolling' &&
        take.tabId === this.#tabId &&
        take.place.id === place.id &&
        take.id !== rolling.id &&
        take.endUs <= rolling.startUs,
    );
    const takes = [...before.reverse(), rolling].map(({ id }) => id);
    const name = this.#nameOf(place.name, visit.keptCount + 1);
    const kept = await this.#database.keep(takes, fromUs, { id: newId(), name });
    if (kept !== undefined) visit.keptCount += 1;
    useRecording.setState({ saved: kept?.name ?? '' });
  }

  /** Writes what was played since the last write. */
  write(): void {
    const visit = this.#visit;
    const chunk = visit?.log.takeChunk(localNowUs());
    if (visit !== undefined && chunk !== undefined) {
      const { rolling, recording } = visit;
      const growing = recording === undefined ? [rolling] : [rolling, recording];
      const takes = growing.map((take) => ({ take: withChunk(take, chunk, visit), isNew: take.eventCount === 0 }));
      visit.rolling = takes[0]?.take ?? rolling;
      visit.recording = takes[1]?.take;
      this.#unwritten.push({ takes, chunk });
    }
    if (this.#unwritten.length > 0) this.#writing = this.#writing.then(() => this.#writeAll());
  }

  #newTake(place: TakeRoom, kind: Take['kind'], number: number): Take {
    const nowUs = localNowUs();
    const name = this.#nameOf(place.name, number);
    const base = { id: newId(), kind, name, place, tabId: this.#tabId };
    return { ...base, startUs: nowUs, endUs: nowUs, eventCount: 0, players: [], tempos: [] };
  }

  async #countKept(): Promise<void> {
    const visit = this.#visit;
    try {
      const takes = await this.#database.takes();
      if (visit !== undefined)
        visit.keptCount += takes.filter(({ kind, place }) => kind === 'kept' && place.id === visit.place.id).length;
    } catch {
      // The next write will report that this browser stores nothing.
    }
  }

  #add(participant: number, data: Uint8Array, timeUs: number, offsets: readonly number[]): void {
    const visit = this.#visit;
    const player = visit?.takePlayers.indexOf(participant);
    if (visit === undefined || player === undefined) return;
    let held = visit.held.get(participant);
    if (held === undefined) {
      held = new HeldNotes();
      visit.held.set(participant, held);
    }
    held.feed(data);
    visit.log.add(player, data, timeUs, offsets);
  }

  #release(participant: number): void {
    const visit = this.#visit;
    const data = visit?.held.get(participant)?.release();
    const player = visit?.takePlayers.indexOf(participant);
    if (visit === undefined || data === undefined || player === undefined) return;
    visit.log.add(player, data, localNowUs(), noOffsets);
  }

  async #writeAll(): Promise<void> {
    try {
      for (let next = this.#unwritten[0]; next !== undefined; next = this.#unwritten[0]) {
        await this.#database.add(next);
        this.#unwritten.shift();
      }
      useRecording.setState({ isFailing: false });
    } catch {
      useRecording.setState({ isFailing: true });
    }
  }

  #cut(): void {
    const visit = this.#visit;
    if (visit === undefined) return;
    const beforeUs = localNowUs() - rollingUs;
    this.#writing = this.#writing.then(() => this.#database.cut(visit.rolling.id, beforeUs)).catch(() => {});
  }

  /** Deletes unsaved takes that nobody has saved for a day. */
  async #deleteOld(): Promise<void> {
    const beforeUs = localNowUs() - offerUnsavedMs * 1_000;
    try {
      for (const take of await this.#database.takes()) {
        if (take.kind === 'rolling' && take.endUs < beforeUs) await this.#database.delete(take.id);
      }
    } catch {
      // The next write will report that this browser stores nothing.
    }
  }
}

function withChunk(take: Take, chunk: TakeChunk, { takePlayers, tempos, pieces }: Visit): Take {
  const eventCount = take.eventCount + chunk.timesUs.length;
  return { ...take, endUs: chunk.endUs, eventCount, players: takePlayers.players, tempos, pieces };
}
