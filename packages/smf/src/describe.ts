import { isNoteOff, isNoteOn } from '@roomtone/protocol';
import { estimateKey, type MusicalKey, signedKey } from './key-finding.ts';
import { type LyricLine, lyricLines, type SungText } from './lyrics.ts';
import { meta, signatureOf, type TimeSignature, tempoOf } from './meta.ts';
import type { MidiRepair } from './midi-file-error.ts';
import { drumChannel } from './ports.ts';
import { TempoMap } from './tempo-map.ts';
import { plainText, type TextEncoding, textReaderFor } from './text.ts';
import { type EventVisitor, type WalkedFile, walkFile } from './walk.ts';

/** What can be said of a Standard MIDI File without playing it. All texts are on one line and bounded. */
export interface MidiDescription {
  /** "" if the file does not say one. */
  readonly title: string;
  /** From the first note to the end of the last one, µs; 0 without notes. */
  readonly durationUs: number;
  /** Quarter notes per minute where the first note is, and the least and the most from there on. */
  readonly tempo: { readonly bpm: number; readonly slowest: number; readonly fastest: number };
  /** The first one, such as 3 and 4; without one it is 4 and 4, the format's default. */
  readonly timeSignature: TimeSignature;
  /** Undefined if the file says none and its notes say too little. */
  readonly key: MusicalKey | undefined;
  /** Tracks with notes. */
  readonly tracks: readonly DescribedTrack[];
  readonly noteCount: number;
  /** Empty without lyrics. */
  readonly lyrics: readonly LyricLine[];
  /** How a damaged file was mended; empty for a sound one. */
  readonly repairs: readonly MidiRepair[];
}

export interface DescribedTrack {
  /** "" if it has none. */
  readonly name: string;
  readonly noteCount: number;
  /** The first General MIDI program, 0 to 127; undefined without one, and for drums. */
  readonly program: number | undefined;
  readonly isDrums: boolean;
}

/** What of a file's texts is kept, so that a hostile file cannot fill the memory. */
const most = { texts: 20_000, textBytes: 400, tempos: 20_000, nameCharacters: 100 } as const;
/** A faster tempo has some other purpose, such as to skip something. */
const shortestQuarterUs = 60_000;
const usPerMinute = 60_000_000;

/**
 * Describes a Standard MIDI File, in one pass and in memory that does not grow with what the file claims.
 * @param encoding as for readMidiFile().
 * @throws {MidiFileError} as readMidiFile().
 */
export function describeMidiFile(bytes: Uint8Array, encoding?: TextEncoding): MidiDescription {
  const seen = new Description();
  return seen.result(walkFile(bytes, seen), encoding);
}

interface RawText {
  readonly track: number;
  readonly tick: number;
  readonly type: number;
  readonly bytes: Uint8Array;
}

interface SeenTrack {
  noteCount: number;
  drumCount: number;
  program: number | undefined;
}

class Description implements EventVisitor {
  readonly #tracks = new Map<number, SeenTrack>();
  readonly #texts: RawText[] = [];
  readonly #tempos: { readonly tick: number; readonly usPerQuarter: number }[] = [];
  /** How many ticks each pitch class sounds, without drums. */
  readonly #weights = new Array<number>(12).fill(0);
  /** When each note of the current track began, by channel and key. */
  readonly #began = new Map<number, number>();
  #firstTick = Number.POSITIVE_INFINITY;
  #lastTick = 0;
  #signature: { readonly tick: number; readonly signature: TimeSignature } | undefined;
  #hasEmptyTempo = false;
  #key: { readonly tick: number; readonly key: MusicalKey } | undefined;

  voice(track: number, tick: number, status: number, first: number, second: number): void {
    const kind = status & 0xf0;
    const channel = status & 0x0f;
    if (kind === 0xc0 && channel !== drumChannel) this.#track(track).program ??= first;
    const isOn = isNoteOn(status, second);
    if (!isOn && !isNoteOff(status, second)) return;
    this.#endNote((channel << 7) | first, tick);
    if (!isOn) return;
    this.#began.set((channel << 7) | first, tick);
    this.#firstTick = Math.min(this.#firstTick, tick);
    const seen = this.#track(track);
    seen.noteCount++;
    if (channel === drumChannel) seen.drumCount++;
  }

  meta(track: number, tick: number, type: number, payload: Uint8Array): void {
    if (type === meta.text || type === meta.trackName || type === meta.lyric) {
      if (this.#texts.length >= most.texts) return;
      this.#texts.push({ track, tick, type, bytes: payload.slice(0, most.textBytes) });
    } else if (type === meta.setTempo) {
      const usPerQuarter = tempoOf(payload);
      if (usPerQuarter === undefined) this.#hasEmptyTempo ||= payload.length === 3;
      else if (this.#tempos.length < most.tempos) this.#tempos.push({ tick, usPerQuarter });
    } else if (type === meta.timeSignature) {
      const signature = signatureOf(payload);
      if (signature !== undefined && tick < (this.#signature?.tick ?? Number.POSITIVE_INFINITY))
        this.#signature = { tick, signature };
    } else if (type === meta.keySignature) {
      const key = signedKey(payload);
      if (key !== undefined && tick < (this.#key?.tick ?? Number.POSITIVE_INFINITY)) this.#key = { tick, key };
    }
  }

  trackEnd(_track: number, tick: number): void {
    for (const note of [...this.#began.keys()]) this.#endNote(note, tick);
  }

  result({ division, repairs }: WalkedFile, encoding: TextEncoding | undefined): MidiDescription {
    const read = textReaderFor(
      this.#texts.map(({ bytes }) => bytes),
      encoding,
    );
    const tempoMap = new TempoMap(division, this.#tempos);
    const textsOf = (type: number): SungText[] =>
      this.#texts
        .filter((text) => text.type === type)
        .map(({ track, tick, bytes }) => ({ track, timeUs: Math.round(tempoMap.timeUs(tick)), text: read(bytes) }));
    const texts = textsOf(meta.text);
    const names = new Map<number, string>();
    for (const { track, text } of textsOf(meta.trackName)) if (!names.has(track)) names.set(track, text);
    const played = [...this.#tracks]
      .filter(([, { noteCount }]) => noteCount > 0)
      .map(([index, track]) => ({ ...track, index }));
    const hasNotes = played.length > 0;
    return {
      title: titleOf({
        texts: texts.map(({ text }) => text),
        firstTrackName: names.get(0) ?? '',
        isFirstTrackPart: played.length > 1 && played[0]?.index === 0,
      }),
      durationUs: hasNotes ? Math.round(tempoMap.timeUs(this.#lastTick) - tempoMap.timeUs(this.#firstTick)) : 0,
      tempo: this.#tempo(),
      timeSignature: this.#signature?.signature ?? { beats: 4, unit: 4 },
      key: this.#key?.key ?? estimateKey(this.#weights),
      tracks: played.map(({ index, noteCount, drumCount, program }) => ({
        name: plainText(names.get(index) ?? '', most.nameCharacters),
        noteCount,
        program: drumCount === noteCount ? undefined : program,
        isDrums: drumCount === noteCount,
      })),
      noteCount: played.reduce((sum, { noteCount }) => sum + noteCount, 0),
      lyrics: lyricLines(textsOf(meta.lyric), texts, names),
      repairs: [...repairs, ...(this.#hasEmptyTempo ? ['tempo' as const] : [])],
    };
  }

  #track(index: number): SeenTrack {
    const seen = this.#tracks.get(index) ?? { noteCount: 0, drumCount: 0, program: undefined };
    this.#tracks.set(index, seen);
    return seen;
  }

  #endNote(note: number, tick: number): void {
    const began = this.#began.get(note);
    if (began === undefined) return;
    this.#began.delete(note);
    this.#lastTick = Math.max(this.#lastTick, tick);
    const pitchClass = (note & 0x7f) % 12;
    if (note >> 7 !== drumChannel) this.#weights[pitchClass] = (this.#weights[pitchClass] ?? 0) + (tick - began);
  }

  #tempo(): MidiDescription['tempo'] {
    let first = 500_000;
    const later: number[] = [];
    for (const { tick, usPerQuarter } of this.#tempos.toSorted((a, b) => a.tick - b.tick)) {
      if (usPerQuarter < shortestQuarterUs) continue;
      if (tick <= this.#firstTick) first = usPerQuarter;
      else if (tick < this.#lastTick) later.push(usPerQuarter);
    }
    const bpmOf = (usPerQuarter: number) => Math.round((usPerMinute / usPerQuarter) * 10) / 10;
    const least = later.reduce((min, us) => Math.min(min, us), first);
    const longest = later.reduce((max, us) => Math.max(max, us), first);
    return { bpm: bpmOf(first), slowest: bpmOf(longest), fastest: bpmOf(least) };
  }
}

/** Where a file may say what it is called. */
interface TitleSources {
  /** Text events in the file's order. */
  readonly texts: readonly string[];
  /** The name of the first track. */
  readonly firstTrackName: string;
  /** True if the first track has notes beside others that do, so that its name is an instrument's. */
  readonly isFirstTrackPart: boolean;
}

const maxTitleCharacters = 200;

/** Names that programs give to tracks by themselves. */
const generic =
  /^(?:(?:untitled|unnamed|unbenannt|track|spur|piste|midi|sequence|sequenz|conductor|tempo|control|master|song|new|staff|piano|part)[\s\-_:.#]*(?:track|map|song|out|sequence)?[\s\-_:.#]*\d*|[^\p{L}]*)$/iu;

/** The title of a file; "" if it does not say one. */
function titleOf({ texts, firstTrackName, isFirstTrackPart }: TitleSources): string {
  // In karaoke files the first @T is the title, and the second one says who made it.
  const karaoke = texts.find((text) => /^@T\S/.test(text));
  if (karaoke !== undefined) return plainText(karaoke.slice(2), maxTitleCharacters);
  const name = plainText(firstTrackName, maxTitleCharacters);
  return isFirstTrackPart || generic.test(name) ? '' : name;
}
