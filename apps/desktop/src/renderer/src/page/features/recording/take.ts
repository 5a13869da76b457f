export interface TakePlayer {
  readonly name: string;
  /** The instrument as the player entered it; "" for the default piano. */
  readonly instrument: string;
  /** True for whoever recorded the take on this device. */
  readonly own?: true | undefined;
}

/** A tempo change. */
export interface TakeTempo {
  /** Local µs. */
  readonly timeUs: number;
  readonly usPerQuarter: number;
  readonly beatsPerBar: number;
  /** Local µs of the first beat from which the metronome ran; absent while it stood, and in older takes. */
  readonly beatUs?: number | undefined;
}

/** A sheet that was opened. */
export interface TakePiece {
  /** Local µs. */
  readonly timeUs: number;
  readonly title: string;
}

/** The room where a take was recorded. */
export interface TakeRoom {
  /** The room's id. */
  readonly id: string;
  readonly name: string;
}

/**
 * A take of what was played in one room. The notes are stored separately, in chunks. Times are local µs
 * (contract/local-time.ts).
 */
export interface Take {
  readonly id: string;
  /** rolling: the last ten minutes, not saved yet. kept: stays until it is deleted. */
  readonly kind: 'rolling' | 'kept';
  readonly name: string;
  readonly place: TakeRoom;
  /** The tab that recorded the take; a tab keeps its id when it is reloaded. */
  readonly tabId: string;
  readonly startUs: number;
  readonly endUs: number;
  readonly eventCount: number;
  /** Chunks refer to players by their index in this list. */
  readonly players: readonly TakePlayer[];
  /** Sorted by time; 120 beats per minute before the first. */
  readonly tempos: readonly TakeTempo[];
  /** Sorted by time; absent in older takes. */
  readonly pieces?: readonly TakePiece[] | undefined;
}

/** About one second of events, in the order they were recorded. */
export interface TakeChunk {
  /** Local µs when the chunk began and ended. */
  readonly startUs: number;
  readonly endUs: number;
  /**
   * The held notes and settings of each player when the chunk began, as raw MIDI, so that a take can start with any
   * chunk.
   */
  readonly opening: readonly (readonly [player: number, data: Uint8Array])[];
  /** Per event: the local µs when it was played. */
  readonly timesUs: Float64Array;
  /** Per event: the player who played it. */
  readonly players: Uint16Array;
  /** The raw MIDI of all events, one after another. */
  readonly data: Uint8Array;
}

/** The length of unsaved playing that is kept. */
export const rollingUs = 10 * 60 * 1_000_000;
/** Unsaved playing is offered for this long after the page was closed, in ms. */
export const offerUnsavedMs = 24 * 3_600_000;
