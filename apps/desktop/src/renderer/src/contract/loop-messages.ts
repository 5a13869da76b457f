import type { Loop, LoopSettings, PatternChanges, StepEdit, StepPatterns } from '@roomtone/sdk/extras';

/** Loops play under numbers of their own, far above those of participants. */
const firstLoopParticipant = 0x10_0000;
const partsOfLoop = 8;

/** The number under which a part of a loop plays on this machine. */
export function loopParticipant(slot: number, layer: number): number {
  return firstLoopParticipant + slot * partsOfLoop + layer;
}

/** The numbers of all parts that a loop may have. */
export function loopParticipants(slot: number): readonly number[] {
  return Array.from({ length: partsOfLoop }, (_, layer) => loopParticipant(slot, layer));
}

/** The events that one part of a loop plays next; times are local µs. */
export interface LoopMessage {
  readonly kind: 'loop';
  readonly participant: number;
  /** Everything sent before that is due from then on is void; undefined if it holds. */
  readonly voidFromUs: number | undefined;
  /** When each event is due. */
  readonly timesUs: readonly number[];
  /** Raw MIDI. */
  readonly data: Uint8Array;
}

/** A recording of a loop that somebody has asked for. */
export interface LoopRecordingRequest {
  readonly slot: number;
  readonly kind: 'record' | 'overdub';
  /** The participant whose playing is recorded. */
  readonly participant: number;
  /** Program for those who choose none: one of General MIDI, or the drum kit. */
  readonly program: number;
  /** The name of a new loop. */
  readonly name: string;
  /** How many bars a new loop has; 0 to end it by hand. */
  readonly bars: number;
  /** Moves the beginnings of notes to multiples of this many ticks; 0 leaves them as they were played. */
  readonly gridTicks: number;
}

/** A recording of a loop that is waiting or running. */
export interface LoopRecordingState {
  readonly slot: number;
  readonly kind: 'record' | 'overdub';
  readonly participant: number;
  /** Local µs: the bar line at which it begins, and the length of a bar there. */
  readonly startUs: number;
  readonly barUs: number;
  /** 0 if it is ended by hand. */
  readonly bars: number;
}

/** Why a recording ended. */
export type LoopRecordingEnd = 'kept' | 'empty' | 'cancelled' | 'metronome' | 'refused';

/** A command about the loops of the current room; see Loops of the SDK. */
export type LoopCommand =
  | { readonly act: 'start' | 'stop' | 'undo' | 'remove'; readonly slot: number }
  | { readonly act: 'stopAll' }
  | { readonly act: 'set'; readonly slot: number; readonly settings: LoopSettings }
  | {
      readonly act: 'makePatterns';
      readonly slot: number;
      readonly name: string;
      readonly replace: boolean;
      readonly patterns: StepPatterns;
    }
  | { readonly act: 'setSteps'; readonly slot: number; readonly pattern: number; readonly edits: readonly StepEdit[] }
  | { readonly act: 'changePatterns'; readonly slot: number; readonly changes: PatternChanges }
  | { readonly act: 'choosePattern'; readonly slot: number; readonly pattern: number };

/** News about loops, for the page. `toLocalUs`: local clock minus service clock, in which plans are given. */
export type LoopRoomEvent =
  | { readonly type: 'loops'; readonly loops: readonly Loop[]; readonly toLocalUs: number }
  | { readonly type: 'loop'; readonly slot: number; readonly loop: Loop | undefined; readonly toLocalUs: number }
  | {
      readonly type: 'loopRecording';
      readonly recording: LoopRecordingState | undefined;
      readonly end?: LoopRecordingEnd;
    };
