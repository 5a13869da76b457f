import {
  barLineFrom,
  barsUs,
  beatsCounted,
  clickProblems,
  issues,
  keptClick,
  limits,
  type Problem,
  type Transport,
  validationError,
} from '@roomtone/protocol';

/** A room's transport before it is first set (room rules R9.2). */
export const transportAtFirst: Readonly<Transport> = {
  ...{ tempo: 120_000, beatsPerBar: 4, running: false },
  ...{ startTime: 0, beatsBefore: 0 },
};

/**
 * Returns the room's transport after a change at `nowUs` (service clock). While the metronome runs, the change waits for the
 * next bar (room rules R9.4), and another tempo until whatever waits for the interval has been heard (R9.10).
 * @param intervalBars how many bars later everybody hears the others.
 * @throws {RoomtoneError} VALIDATION_ERROR on `tempo`, `beatsPerBar` or a field of `click`.
 */
export function transportAfter(
  current: Readonly<Transport>,
  asked: Transport,
  nowUs: number,
  intervalBars = 0,
): Transport {
  const { tempo, beatsPerBar, running } = asked;
  const { metronome } = limits;
  const problems: Problem[] = [...clickProblems(asked.click)];
  check('tempo', tempo, metronome.tempo);
  check('beatsPerBar', beatsPerBar, metronome.beatsPerBar);
  if (problems.length > 0) throw validationError(problems);
  const fromUs = asked.startTime === 0 ? nowUs + metronome.leadUs : asked.startTime;
  const soonestUs = tempo === current.tempo ? nowUs : heardByUs(current, nowUs, intervalBars);
  const startTime = current.running ? barLineFrom(current, Math.max(fromUs, soonestUs)) : fromUs;
  const click = keptClick(asked.click);
  const beatsBefore = beatsCounted(current, startTime);
  return { tempo, beatsPerBar, running, startTime, beatsBefore, ...(click && { click }) };

  function check(field: string, value: number, { min, max }: { readonly min: number; readonly max: number }): void {
    if (value < min || value > max) problems.push({ field, ...issues.between(min, max) });
  }
}

/** The count of the beat with which music begins that is opened now: at the next bar line, or where the metronome stands still (R24.2). */
export function nextBarBeat(transport: Readonly<Transport>, nowUs: number): number {
  return beatsCounted(transport, transport.running ? barLineFrom(transport, nowUs) : nowUs);
}

/** When every note that somebody may have received by then, before they know of a change that is made now, has been heard. */
function heardByUs(current: Readonly<Transport>, nowUs: number, intervalBars: number): number {
  const intervalUs = barsUs(current, intervalBars);
  if (intervalUs === 0 || intervalUs > limits.interval.us) return nowUs;
  return Math.max(nowUs, current.startTime) + intervalUs + limits.metronome.leadUs;
}
