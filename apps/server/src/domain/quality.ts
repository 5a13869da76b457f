import {
  DatagramState,
  issues,
  limits,
  type Problem,
  type Quality,
  type QualityReport,
  validationError,
} from '@roomtone/protocol';

/** A participant's report without the participant number. */
export type QualityFigures = Omit<QualityReport, 'participant'>;

/** The figures of a server, which are none. */
export const noFigures: QualityFigures = {
  rtt: 0,
  jitter: 0,
  playoutDelay: 0,
  late: 0,
  dropped: 0,
  datagramState: DatagramState.UNSPECIFIED,
  datagramsReceived: 0,
  datagramsLost: 0,
  repaired: 0,
};

const states: readonly number[] = Object.values(DatagramState);

/**
 * Reads the figures from a client's message (room rules R12.2, R17.14).
 * @throws {RoomtoneError} VALIDATION_ERROR on a figure that is too large, on an unknown state, or on `reports`, which only
 * servers send.
 */
export function qualityFigures({ reports, ...figures }: Quality): QualityFigures {
  const problems: Problem[] = [];
  for (const field of ['rtt', 'jitter', 'playoutDelay'] as const) {
    const { maxUs } = limits.quality;
    if (figures[field] > maxUs) problems.push({ field, ...issues.atMost(maxUs, ' µs') });
  }
  if (!states.includes(figures.datagramState)) {
    problems.push({ field: 'datagramState', issue: `must be one of ${states.join(', ')}` });
  }
  if (reports.length > 0) problems.push({ field: 'reports', issue: 'is what servers send' });
  if (problems.length > 0) throw validationError(problems);
  return figures;
}

/** The reports of a room's participants that have not been sent to the others yet (room rules R12). */
export class QualityReports {
  readonly #waiting = new Map<number, QualityReport>();

  /** Replaces an earlier unsent report, and keeps its place in the order. */
  report(participant: number, figures: QualityFigures): void {
    this.#waiting.set(participant, { participant, ...figures });
  }

  /** Call when a participant has left. */
  forget(participant: number): void {
    this.#waiting.delete(participant);
  }

  /** Takes the next reports to send, up to the limit for one message. */
  take(): QualityReport[] {
    const taken: QualityReport[] = [];
    for (const [participant, report] of this.#waiting) {
      if (taken.length === limits.quality.reports) break;
      taken.push(report);
      this.#waiting.delete(participant);
    }
    return taken;
  }
}
