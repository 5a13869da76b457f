import type { Finding } from '../line.ts';
import { countFinding, type Measure, ms, placeFinding } from './measure.ts';
import type { NotesReport, NumberedNote } from './note-listener.ts';

/** A note as it was played, and as one of the others heard it. */
interface Passage {
  readonly from: string;
  readonly to: string;
  readonly played: NumberedNote;
  readonly heard: NumberedNote;
}

/** @param reports by player. @param intervalBeats how many beats later everybody hears the others. */
export function intervalFindings(
  reports: ReadonlyMap<string, NotesReport>,
  intervalBeats: number,
  measure: Measure,
): Finding[] {
  const { truth, beats } = measure;
  const pairs = [...reports].flatMap(([from, { played }]) =>
    [...reports]
      .filter(([to]) => to !== from)
      .map(([to, { heard }]) => ({ from, to, played, heard: heard[from] ?? [] })),
  );
  const count = pairs.reduce((sum, { played }) => sum + played.length, 0);
  const numbers = (notes: readonly NumberedNote[]) => notes.map(({ number }) => number).join();
  const unlike = pairs.filter(({ played, heard }) => numbers(played) !== numbers(heard));
  const passages = pairs.flatMap(({ from, to, played, heard }) =>
    played.flatMap((note): Passage[] => {
      const found = heard.find(({ number }) => number === note.number);
      return found === undefined ? [] : [{ from, to, played: note, heard: found }];
    }),
  );
  const wrongUs = ({ played, heard }: Passage) => {
    const dueUs = beats.laterUs(played.startUs, intervalBeats);
    return Math.max(Math.abs(played.startUs - heard.startUs), Math.abs(heard.dueUs - dueUs));
  };
  const misplaced = passages.filter((passage) => wrongUs(passage) > 1);
  const late = passages.filter(({ heard }) => heard.arrivedUs > heard.dueUs);
  const leastMs = Math.min(...passages.map(({ heard }) => heard.dueUs - heard.arrivedUs)) / 1000;
  // By the clock of the machine that played it, and by that of the one that hears it.
  const worst = new Map<string, number>();
  const isOff = (machine: string, us: number) => worst.set(machine, Math.max(worst.get(machine) ?? 0, Math.abs(us)));
  for (const { from, to, played, heard } of passages) {
    isOff(from, played.soundsUs + truth.offsetUs - played.startUs);
    isOff(to, heard.soundsUs + truth.offsetUs - heard.dueUs);
  }
  const apartUs = passages.map(({ played, heard }) =>
    Math.abs(heard.soundsUs - played.soundsUs - (heard.dueUs - heard.startUs)),
  );
  const datagrams = [...reports.values()].reduce((sum, report) => sum + report.datagrams, 0);
  const name = ({ from, to, played }: Passage) => `note ${played.number} of ${from} to ${to}`;
  return [
    countFinding('in interval mode each of the others hears every note once, in order', {
      ...{ count, what: 'notes', detail: `${datagrams} datagrams` },
      missed: unlike.map(({ from, to, played, heard }) => `${to} heard ${heard.length} of ${played.length} of ${from}`),
    }),
    countFinding('exactly one interval later, by the tempo, in all recordings alike', {
      ...{ count: passages.length, what: 'notes' },
      missed: misplaced.map((passage) => `${name(passage)}, ${ms(wrongUs(passage))} off`),
    }),
    countFinding('and none of them is late', {
      ...{
        count: passages.length,
        what: 'notes',
        detail: `the latest arrived ${leastMs.toFixed(0)} ms before its time`,
      },
      missed: late.map(name),
    }),
    placeFinding("each is played and sounds within 1 ms of its place on every machine's clock", worst, {
      ...measure,
      detail: `from the hand to the ear an interval, but for ${ms(Math.max(...apartUs))}`,
    }),
  ];
}
