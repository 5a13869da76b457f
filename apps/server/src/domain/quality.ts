import { issues, limits, type Problem, type Quality, type QualityReport, validationError } from '@roomtone/protocol';

/** A participant's report without the participant number. */
export type QualityFigures = Omit<QualityReport, 'participant'>;

/**
 * Reads the figures from a client's message (room rules R12.2).
 * @throws {RoomtoneError} VALIDATION_ERROR on a figure that is too large, or on `reports`, which only servers send.
 */
export function qualityFigures({ reports, ...figures }: Quality): QualityFigures {
  const problems: Problem[] = [];
  for (const field of ['rtt', 'jitter', 'playoutDelay'] as const) {
    const { maxUs } = limits.quality;
    if (figures[field] > maxUs) problems.push({ field, ...issues.atMost(maxUs, ' µs') });
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
