import { issues, limits, type Problem, type Quality, type QualityReport, validationError } from '@roomtone/protocol';

/** What a participant says of the way to them: a report without whose it is. */
export type QualityFigures = Omit<QualityReport, 'participant'>;

/**
 * The figures in a client's message (room rules R12.2).
 * @throws {RoomtoneError} VALIDATION_ERROR on the figure that cannot be, or on `reports`, which only servers send.
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

/** What the participants of a room have reported and the others do not know yet (room rules R12). */
export class QualityReports {
  readonly #waiting = new Map<number, QualityReport>();

  /** In place of an earlier one that nobody has heard, in its turn. */
  report(participant: number, figures: QualityFigures): void {
    this.#waiting.set(participant, { participant, ...figures });
  }

  /** A participant is gone. */
  forget(participant: number): void {
    this.#waiting.delete(participant);
  }

  /** Those whose turn it is, no more than the limits allow at once. */
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
