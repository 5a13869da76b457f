import { barLineFrom, issues, limits, type Problem, type Transport, validationError } from '@roomtone/protocol';

/** A room's transport before it is first set (room rules R9.2). */
export const transportAtFirst: Readonly<Transport> = { tempo: 120_000, beatsPerBar: 4, running: false, startTime: 0 };

/**
 * Returns the room's transport after a change at `nowUs` (service clock). While the metronome runs, the change waits for the
 * next bar (room rules R9.4).
 * @throws {RoomtoneError} VALIDATION_ERROR on `tempo` or `beatsPerBar`.
 */
export function setTransport(current: Readonly<Transport>, asked: Transport, nowUs: number): Transport {
  const { tempo, beatsPerBar, running } = asked;
  const { metronome } = limits;
  const problems: Problem[] = [];
  check('tempo', tempo, metronome.tempo);
  check('beatsPerBar', beatsPerBar, metronome.beatsPerBar);
  if (problems.length > 0) throw validationError(problems);
  const fromUs = asked.startTime === 0 ? nowUs + metronome.leadUs : asked.startTime;
  const startTime = current.running ? barLineFrom(current, Math.max(fromUs, nowUs)) : fromUs;
  return { tempo, beatsPerBar, running, startTime };

  function check(field: string, value: number, { min, max }: { readonly min: number; readonly max: number }): void {
    if (value < min || value > max) problems.push({ field, ...issues.between(min, max) });
  }
}
