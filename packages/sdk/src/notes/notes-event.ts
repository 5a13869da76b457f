/** Notes of another participant, in the order they were played. */
export interface NotesEvent {
  /** Participant number. */
  readonly sender: number;
  /**
   * When the first event should sound here, service clock µs: when it was played plus the playout delay, and never
   * before anything already scheduled for the same sender.
   */
  readonly playAtUs: number;
  /** When the first event was played, service clock µs. */
  readonly startTimeUs: number;
  /** For each event: µs after startTimeUs, and also after playAtUs. */
  readonly offsets: readonly number[];
  /** Raw MIDI channel voice messages, one after another. */
  readonly data: Uint8Array;
}
