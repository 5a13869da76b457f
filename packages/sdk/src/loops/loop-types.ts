// Loops as programs get them: frames hold the same in the shapes of the wire.

/** One of the 16 loops of a room. */
export interface Loop {
  /** Its place, 0 to 15. */
  readonly slot: number;
  /** Grows with every change of the room's loops; a loop with a higher one is newer. */
  readonly revision: number;
  /** The user who made it; "" once their account is deleted. */
  readonly userId: string;
  readonly username: string;
  /** The name to show. */
  readonly displayName: string;
  readonly name: string;
  /** 0 to 127. */
  readonly volume: number;
  /** True while it plays silently. */
  readonly muted: boolean;
  /** When it plays, in order of time; empty for a loop that stands still. */
  readonly plan: readonly LoopSegment[];
  readonly content: LoopContent;
}

export type LoopContent = RecordedLoop | StepPatterns;

/** A stretch of time in which a loop plays evenly, or stands still. It ends where the next one begins. */
export interface LoopSegment {
  /** A bar line of the metronome, service clock µs. */
  readonly startTimeUs: number;
  readonly playing: boolean;
  /** The position at startTimeUs, in ticks; 480 are a beat. */
  readonly tick: number;
  /** Beats per minute, precise to thousandths. */
  readonly bpm: number;
  /** The pattern that plays, from 0. */
  readonly pattern: number;
}

/** A loop that somebody played. It lasts bars × beatsPerBar beats. */
export interface RecordedLoop {
  readonly kind: 'recorded';
  readonly bars: number;
  readonly beatsPerBar: number;
  /** Notes that sound together, in the order in which they were recorded. */
  readonly layers: readonly LoopLayer[];
}

/** An instrument of General MIDI. */
export interface LoopInstrument {
  /** 0 to 15; 9 for drums. */
  readonly channel: number;
  readonly bankMsb: number;
  readonly bankLsb: number;
  /** 0 to 127; on channel 9 the drum kit. */
  readonly program: number;
}

/** One recording. */
export interface LoopLayer extends LoopInstrument {
  /** In order. Everything that is pressed is released, at the loop's end at the latest. */
  readonly events: readonly LoopEvent[];
}

export interface LoopEvent {
  /** From the loop's start; 480 are a beat. */
  readonly tick: number;
  /** A channel voice message of two or three bytes, on the layer's channel. */
  readonly data: Uint8Array;
}

/** Up to four patterns over the same lanes. */
export interface StepPatterns extends LoopInstrument {
  readonly kind: 'patterns';
  /** 4 makes a step a sixteenth. */
  readonly stepsPerBeat: number;
  /** Where the second of two steps begins, in hundredths of the two: 50 (even) to 75. */
  readonly swing: number;
  /** The key of each lane. */
  readonly keys: readonly number[];
  readonly patterns: readonly StepPattern[];
}

export interface StepPattern {
  /** 1 to 64. */
  readonly steps: number;
  /** By lane, in the order of the keys: for each step its velocity, 0 for a rest. A note lasts one step. */
  readonly lanes: readonly (readonly number[])[];
}

/** One step of a pattern. */
export interface StepEdit {
  readonly key: number;
  /** From 0. */
  readonly step: number;
  /** 0 for a rest, up to 127. */
  readonly velocity: number;
}

export interface NewRecording {
  /** 1 to 32 characters. */
  readonly name: string;
  /** 1 to 32. */
  readonly bars: number;
  /** 1 to 32. */
  readonly beatsPerBar: number;
  /** 1 to 8. */
  readonly layers: readonly LoopLayer[];
  /** Replaces what is in the slot; without it the slot must be empty. */
  readonly replace?: boolean;
  /** Plays it at once, as start() does. */
  readonly start?: LoopStart;
}

export interface NewPatterns extends Omit<StepPatterns, 'kind'> {
  /** 1 to 32 characters. */
  readonly name: string;
  /** Replaces what is in the slot; without it the slot must be empty. */
  readonly replace?: boolean;
}

export interface LoopStart {
  /**
   * The bar line that the first bar counts from, service clock µs, so that a loop comes in as if it had played since then;
   * default the bar line at which it starts.
   */
  readonly originTimeUs?: number;
}

/** Absent fields keep their values. */
export interface LoopSettings {
  readonly name?: string;
  readonly volume?: number;
  readonly muted?: boolean;
}

/** Absent fields keep their values. */
export interface PatternChanges extends Partial<LoopInstrument> {
  readonly stepsPerBeat?: number;
  readonly swing?: number;
  /** Keys that get an empty lane. */
  readonly addKeys?: readonly number[];
  /** Keys that lose their lane. */
  readonly removeKeys?: readonly number[];
  /** New lengths. The pattern after the last one is added, empty. */
  readonly lengths?: readonly { readonly pattern: number; readonly steps: number }[];
}

export interface LoopEvents {
  /** The loops are as the server has them: after the first answer, and again after each new join. */
  synced: ReadonlyMap<number, Loop>;
  /** A loop is new, or something about it has changed; `before` is undefined for a new one, `loop` for one that was removed. */
  changed: { readonly slot: number; readonly loop: Loop | undefined; readonly before: Loop | undefined };
  /** Single steps were set; `changed` comes with it. */
  steps: { readonly slot: number; readonly pattern: number; readonly edits: readonly StepEdit[] };
}
