import { HeldNotes, type Transport } from '@roomtone/protocol';
import { localNowUs } from '../../../contract/local-time.ts';
import type { NoteMessage } from '../../../contract/messages.ts';
import { newId } from '../../app/new-id.ts';
import { NoteLog } from './note-log.ts';
import type { Addition, RecordingDatabase } from './recording-database.ts';
import { useRecording } from './recording-store.ts';
import { keptUs, offeredMs, type Take, type TakeChunk, type TakeRoom, type TakeTempo } from './take.ts';
import { type TakeParticipant, TakePlayers } from './take-players.ts';

const writeEveryMs = 1_000;
const cutEveryMs = 30_000;
const usPerMinute = 60_000_000;
const noOffsets: readonly number[] = [];

interface Visit {
  readonly place: TakeRoom;
  readonly log: NoteLog;
  readonly takePlayers: TakePlayers;
  readonly held: Map<number, HeldNotes>;
  readonly timers: readonly ReturnType<typeof setInterval>[];
  /** Since one came in. */
  tempos: readonly TakeTempo[];
  rolling: Take;
  /** What the player asked to record. */
  asked: Take | undefined;
}

/**
 * Hears everything that is played where one is, as it was played. The last ten minutes are kept without being asked for;
 * what is asked for is kept whole. Notes are only put aside here; once a second they are written, so that a crash costs a
 * second at most.
 */
export class Recorder {
  readonly #database: RecordingDatabase;
  readonly #tabId: string;
  readonly #nameOf: (place: string, atMs: number) => string;
  #visit: Visit | undefined;
  #self = 0;
  /** Written one after another; what fails waits here for the next time. */
  readonly #unwritten: Addition[] = [];
  #writing: Promise<void> = Promise.resolve();

  /** @param nameOf names a new take. */
  constructor(database: RecordingDatabase, tabId: string, nameOf: (place: string, atMs: number) => string) {
    this.#database = database;
    this.#tabId = tabId;
    this.#nameOf = nameOf;
  }

  /** The take that grows unasked; undefined outside of rooms. */
  get rollingId(): string | undefined {
    return this.#visit?.rolling.id;
  }

  /** Listens in a place from now on; in the one it listens in already it goes on. */
  enter(place: TakeRoom): void {
    if (this.#visit?.place.id === place.id) return;
    this.leave();
    const timers = [setInterval(() => this.write(), writeEveryMs), setInterval(() => this.#cut(), cutEveryMs)];
    const visit = { place, log: new NoteLog(localNowUs()), takePlayers: new TakePlayers(), held: new Map(), timers };
    this.#visit = { ...visit, rolling: this.#newTake(place, 'rolling'), tempos: [], asked: undefined };
    void this.#forgetOld();
  }

  /** Listens no more; what is being recorded is kept. */
  leave(): void {
    const visit = this.#visit;
    if (visit === undefined) return;
    // Key-ups of MIDI keyboards may still be on their way.
    for (const participant of visit.held.keys()) this.#release(participant);
    this.write();
    for (const timer of visit.timers) clearInterval(timer);
    this.#visit = undefined;
    useRecording.setState({ sinceMs: undefined, saved: undefined });
  }

  /** Takes who is here, and which of them is oneself. */
  setPlayers(participants: readonly TakeParticipant[], self: number): void {
    this.#self = self;
    this.#visit?.takePlayers.setPresent(participants);
  }

  /** The room keeps another tempo from now on. */
  setTempo({ tempo, beatsPerBar }: Pick<Transport, 'tempo' | 'beatsPerBar'>): void {
    const step = { timeUs: localNowUs(), usPerQuarter: Math.round(usPerMinute / (tempo / 1_000)), beatsPerBar };
    const visit = this.#visit;
    const before = visit?.tempos.at(-1);
    const isSame = before?.usPerQuarter === step.usPerQuarter && before.beatsPerBar === beatsPerBar;
    if (visit !== undefined && !isSame) visit.tempos = [...visit.tempos, step];
  }

  /** One's own notes. */
  own(data: Uint8Array, timeUs: number): void {
    this.#add(this.#self, data, timeUs, noOffsets);
  }

  /** Notes from the connection worker, with the time at which hands played them. */
  receive(message: NoteMessage): void {
    if (message.kind === 'own') this.own(message.data, message.timeUs);
    else if (message.kind === 'notes') {
      this.#add(message.participant, message.data, message.atUs - message.delayUs, message.offsets);
    } else if (message.participant !== 'everybody') this.#release(message.participant);
    else for (const participant of this.#visit?.held.keys() ?? []) this.#release(participant);
  }

  /** Begins to record. */
  start(): void {
    const visit = this.#visit;
    if (visit === undefined || visit.asked !== undefined) return;
    this.write();
    visit.asked = this.#newTake(visit.place, 'kept');
    useRecording.setState({ sinceMs: Date.now(), saved: undefined });
  }

  /** Ends recording; resolves when it is written. */
  async stop(): Promise<void> {
    const visit = this.#visit;
    if (visit?.asked === undefined) return;
    this.write();
    const { name, eventCount } = visit.asked;
    visit.asked = undefined;
    useRecording.setState({ sinceMs: undefined });
    await this.#writing;
    useRecording.setState({ saved: eventCount === 0 ? '' : name });
  }

  /** Keeps the last ten minutes, also those before a reload; resolves when that is done. @throws {DOMException} */
  async saveLast(): Promise<void> {
    const visit = this.#visit;
    if (visit === undefined) return;
    this.write();
    await this.#writing;
    const { rolling, place } = visit;
    const fromUs = localNowUs() - keptUs;
    const before = (await this.#database.takes()).filter(
      (take) =>
        take.kind === 'rolling' &&
        take.tabId === this.#tabId &&
        take.place.id === place.id &&
        take.id !== rolling.id &&
        take.endUs <= rolling.startUs,
    );
    const takes = [...before.reverse(), rolling].map(({ id }) => id);
    const kept = await this.#database.keep(takes, fromUs, { id: newId(), name: this.#nameOf(place.name, Date.now()) });
    useRecording.setState({ saved: kept?.name ?? '' });
  }

  /** Writes now what has been heard since the last time. */
  write(): void {
    const visit = this.#visit;
    const chunk = visit?.log.takeChunk(localNowUs());
    if (visit !== undefined && chunk !== undefined) {
      const { rolling, asked } = visit;
      const growing = asked === undefined ? [rolling] : [rolling, asked];
      const takes = growing.map((take) => ({ take: withChunk(take, chunk, visit), isNew: take.eventCount === 0 }));
      visit.rolling = takes[0]?.take ?? rolling;
      visit.asked = takes[1]?.take;
      this.#unwritten.push({ takes, chunk });
    }
    if (this.#unwritten.length > 0) this.#writing = this.#writing.then(() => this.#writeAll());
  }

  #newTake(place: TakeRoom, kind: Take['kind']): Take {
    const nowUs = localNowUs();
    const name = this.#nameOf(place.name, Date.now());
    const base = { id: newId(), kind, name, place, tabId: this.#tabId };
    return { ...base, startUs: nowUs, endUs: nowUs, eventCount: 0, players: [], tempos: [] };
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
    const beforeUs = localNowUs() - keptUs;
    this.#writing = this.#writing.then(() => this.#database.cut(visit.rolling.id, beforeUs)).catch(() => {});
  }

  /** What was left behind and nobody wanted for a day. */
  async #forgetOld(): Promise<void> {
    const beforeUs = localNowUs() - offeredMs * 1_000;
    try {
      for (const take of await this.#database.takes()) {
        if (take.kind === 'rolling' && take.endUs < beforeUs) await this.#database.delete(take.id);
      }
    } catch {
      // Writing will tell that this browser keeps nothing.
    }
  }
}

function withChunk(take: Take, chunk: TakeChunk, { takePlayers, tempos }: Visit): Take {
  const eventCount = take.eventCount + chunk.timesUs.length;
  return { ...take, endUs: chunk.endUs, eventCount, players: takePlayers.players, tempos };
}
