/** Somebody who plays in a take. */
export interface TakePlayer {
  readonly name: string;
  /** As they called it; "" for the piano everybody has at first. */
  readonly instrument: string;
}

/** From this moment on the room kept another tempo. */
export interface TakeTempo {
  /** Local µs. */
  readonly timeUs: number;
  readonly usPerQuarter: number;
  readonly beatsPerBar: number;
}

/** Where a take was heard. */
export interface TakeRoom {
  /** The room's id. */
  readonly id: string;
  readonly name: string;
}

/**
 * What was played in one place, without its notes, which are in chunks. Times are local µs (performance/local-time.ts).
 */
export interface Take {
  readonly id: string;
  /** rolling: what was played lately, not yet saved, and cut off at ten minutes. kept: it stays until it is deleted. */
  readonly kind: 'rolling' | 'kept';
  readonly name: string;
  readonly place: TakeRoom;
  /** Which tab heard it; a tab keeps its id through reloads. */
  readonly tabId: string;
  readonly startUs: number;
  readonly endUs: number;
  readonly eventCount: number;
  /** Chunks name players by their place in this list. */
  readonly players: readonly TakePlayer[];
  /** In order; 120 beats a minute before the first. */
  readonly tempos: readonly TakeTempo[];
}

/** What was played within about a second: events in the order they were heard. */
export interface TakeChunk {
  /** Local µs when the chunk began and ended. */
  readonly startUs: number;
  readonly endUs: number;
  /** What each player held and had set when the chunk began, as raw MIDI, so that a take may begin with any chunk. */
  readonly opening: readonly (readonly [player: number, data: Uint8Array])[];
  /** One an event: local µs when it was played. */
  readonly timesUs: Float64Array;
  /** One an event: who played it. */
  readonly players: Uint16Array;
  /** Raw MIDI of all events, one after another. */
  readonly data: Uint8Array;
}

/** How much of what nobody has saved is kept. */
export const keptUs = 10 * 60 * 1_000_000;
/** For how long what nobody has saved is offered once it was left behind, ms. */
export const offeredMs = 24 * 3_600_000;
