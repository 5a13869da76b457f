import { forEachEvent, isNoteOff, isNoteOn } from '@roomtone/protocol';

/** Notes of another participant, in the order they were played. */
export interface NotesEvent {
  readonly participantId: number;
  /**
   * When the first event should sound here, service clock µs: when it was played plus the playout delay, and never
   * before anything already scheduled for the same sender.
   */
  readonly playAtUs: number;
  /** When the first event was played, service clock µs. */
  readonly startTimeUs: number;
  /** How much of playAtUs - startTimeUs is the room's interval, µs; 0 without one. */
  readonly intervalUs: number;
  /** For each event: µs after startTimeUs, and also after playAtUs. */
  readonly offsets: readonly number[];
  /** Raw MIDI channel voice messages, one after another. */
  readonly data: Uint8Array;
}

/** One key of another participant that goes down or up. */
export interface NoteEvent {
  readonly participantId: number;
  readonly type: 'noteOn' | 'noteOff';
  /** 0 to 15. */
  readonly channel: number;
  /** 0 to 127; 60 is middle C. */
  readonly key: number;
  /** 0 to 127. */
  readonly velocity: number;
  /** When it should sound here, service clock µs. */
  readonly playAtUs: number;
}

/** Calls back for each key in notes, in order. */
export function forEachNote({ participantId, playAtUs, offsets, data }: NotesEvent, each: (note: NoteEvent) => void) {
  forEachEvent(data, (status, key, velocity, index) => {
    const isOn = isNoteOn(status, velocity);
    if (!isOn && !isNoteOff(status, velocity)) return;
    const type = isOn ? 'noteOn' : 'noteOff';
    each({ participantId, type, channel: status & 0x0f, key, velocity, playAtUs: playAtUs + (offsets[index] ?? 0) });
  });
}
