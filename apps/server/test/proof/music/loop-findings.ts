import type { Finding } from '../line.ts';
import type { PlayedEvent } from './loop-listener.ts';
import { firstKeyOf, overdubbedKeyOf } from './loops-to-play.ts';
import { countFinding, type Measure, ms, placeFinding } from './measure.ts';

/** The notes that a musician's loops have played, from when until when; service clock, µs. */
export interface LoopsHeard {
  readonly name: string;
  readonly fromUs: number;
  readonly untilUs: number;
  readonly events: readonly PlayedEvent[];
}

const isNoteOn = ({ data: [status = 0] }: PlayedEvent) => (status & 0xf0) === 0x90;

/** A recorded loop or the patterns of slot 0: what its first note is. */
function isFirst({ part, data: [, key] }: PlayedEvent): boolean {
  const slot = Number(part.split('.')[0]);
  return key === firstKeyOf(slot) || key === overdubbedKeyOf(slot);
}

export function loopFindings(all: readonly LoopsHeard[], joiner: string, measure: Measure): Finding[] {
  const { truth, beats } = measure;
  const notesOf = ({ events, untilUs }: LoopsHeard) =>
    events.filter((event) => isNoteOn(event) && event.timeUs < untilUs);
  const offUs = ({ timeUs, playedUs }: PlayedEvent) => Math.abs(playedUs + truth.offsetUs - timeUs);
  const worst = (holds: (event: PlayedEvent) => boolean) =>
    new Map(all.map((heard) => [heard.name, Math.max(...notesOf(heard).filter(holds).map(offUs))] as const));
  const firsts = all.flatMap((heard) => notesOf(heard).filter(isFirst));
  const astray = firsts.filter(({ timeUs }) => beats.fromBarLineUs(timeUs) > 1);

  // From when the one who joined has played, until all have.
  const fromUs = Math.max(...all.map((heard) => heard.fromUs));
  const untilUs = Math.min(...all.map((heard) => heard.untilUs));
  const together = all.map((heard) => plain(notesOf(heard), fromUs, untilUs));
  const [reference = []] = together;
  const different = all.filter((_, index) => String(together[index]) !== String(reference)).map(({ name }) => name);
  const parts = new Set(reference.map(([, part]) => part));
  return [
    placeFinding(
      "each loop's first note falls within 1 ms of its place on every machine's clock",
      worst(isFirst),
      measure,
    ),
    placeFinding(
      'so does every other note of a loop',
      worst((event) => !isFirst(event)),
      measure,
    ),
    countFinding('each first note is due on a bar line', {
      ...{ count: firsts.length, what: 'first notes' },
      missed: astray.map(({ part, timeUs }) => `${part}, ${ms(beats.fromBarLineUs(timeUs))} away`),
    }),
    countFinding(`${joiner}, who joins in the middle, and the others play the same`, {
      ...{ count: reference.length, what: 'notes', detail: `${parts.size} parts` },
      missed: different,
    }),
  ];
}

function plain(notes: readonly PlayedEvent[], fromUs: number, untilUs: number) {
  return notes
    .filter(({ timeUs }) => timeUs >= fromUs && timeUs < untilUs)
    .map(({ part, timeUs, data }) => [timeUs, part, ...data] as const)
    .sort(([oneUs, one], [otherUs, other]) => oneUs - otherUs || one.localeCompare(other));
}
