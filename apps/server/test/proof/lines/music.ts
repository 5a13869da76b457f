import { EmulatedLink } from '../../../../../testing/emulated-link/emulated-link.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { intervalFindings } from '../music/interval-findings.ts';
import { type LoopsHeard, loopFindings } from '../music/loop-findings.ts';
import { beatsPerBar } from '../music/loops-to-play.ts';
import type { NotesReport } from '../music/note-listener.ts';
import { Beats } from '../music/places.ts';
import { type Machine, type Stage, setUp } from '../music/stage.ts';
import { until } from '../wait.ts';

interface Form {
  /** How much faster the clock of each machine runs; the musicians are on them in turn. */
  readonly pacesPpm: readonly number[];
  /** The metronome at first, and later. */
  readonly tempos: readonly [number, number];
  /** How long each part of the evening is. */
  readonly partMs: number;
  readonly intervalBars: number;
  readonly noteEveryMs: number;
}

const forms: Readonly<Record<ProofContext['size'], Form>> = {
  short: { pacesPpm: [40], tempos: [400, 360], partMs: 350, intervalBars: 4, noteEveryMs: 20 },
  long: { pacesPpm: [40, -60, 25, 60], tempos: [120, 96], partMs: 12_000, intervalBars: 4, noteEveryMs: 50 },
};
const link = { delayMs: 5, jitterMs: 2, loss: 0.02 };
const players = ['ada', 'bea', 'cleo'] as const;
const joiner = 'dana';
const waitMs = 60_000;

export const music: ProofLine = {
  name: 'music',
  what: `three players, and one who joins later, on a link of 5 to 7 ms that loses 2% of the packets`,
  seed: 20_293,
  unavailable: () => EmulatedLink.missing(),
  async run({ size, seed, scratch, say }) {
    const form = forms[size];
    const stage = await setUp({ scratch, link: { ...link, seed }, pacesPpm: form.pacesPpm });
    try {
      return await playTogether(stage, form, say);
    } finally {
      await stage.close();
    }
  },
};

async function playTogether(stage: Stage, form: Form, say: (text: string) => void): Promise<readonly Finding[]> {
  const everybody = [...players, joiner];
  const on = (name: string): Machine => {
    const machine = stage.machines[everybody.indexOf(name) % stage.machines.length];
    if (machine === undefined) throw new Error('there is no machine');
    return machine;
  };
  const [first, second, third] = players;
  const played = (name: string) => on(name).call('loopsPlayed', name);
  const forAWhile = async (names: readonly string[]) => {
    const from = await Promise.all(names.map(played));
    const has = async (name: string, index: number) => {
      const { fromUs, untilUs } = await played(name);
      return untilUs - Math.max(fromUs, from[index]?.untilUs || 0) >= form.partMs * 1000;
    };
    const tookMs = await until(waitMs, async () => (await Promise.all(names.map(has))).every((done) => done));
    if (tookMs === undefined) throw new Error('the loops do not play');
  };

  const roomId = await on(first).call('join', stage.url, first, '');
  await Promise.all([second, third].map((name) => on(name).call('join', stage.url, name, roomId)));
  await Promise.all(players.map((name) => on(name).call('settled', name)));
  stage.watchStalls();
  const [bpm, laterBpm] = form.tempos;
  await on(first).call('setTransport', first, bpm, beatsPerBar);
  say('three loops');
  await Promise.all(players.map((name, slot) => on(name).call('loop', name, slot)));
  await forAWhile(players);
  say('an overdub');
  await on(second).call('overdub', second, 1);
  await forAWhile(players);
  say('notes that are heard an interval later');
  await on(first).call('setInterval', first, form.intervalBars);
  await Promise.all(players.map((name) => on(name).call('untilInterval', name, form.intervalBars)));
  await Promise.all(players.map((name) => on(name).call('startNotes', name, form.noteEveryMs)));
  await forAWhile(players);
  say('another tempo, and somebody joins');
  await on(first).call('setTransport', first, laterBpm, beatsPerBar);
  await on(joiner).call('join', stage.url, joiner, roomId);
  await forAWhile(everybody);
  await forAWhile(everybody);
  await Promise.all(players.map((name) => on(name).call('stopNotes', name)));
  const notes = () => Promise.all(players.map(async (name) => [name, await on(name).call('notes', name)] as const));
  await until(waitMs, async () => hasAll(await notes()));

  const transports = await on(first).call('transports', first);
  const heard: LoopsHeard[] = await Promise.all(
    everybody.map(async (name) => ({
      name,
      ...(await played(name)),
      events: await on(name).call('loopEvents', name),
    })),
  );
  const measure = {
    truth: await stage.truth(),
    stallUs: stage.stalledUs + (await stage.latestUs()),
    beats: new Beats(transports),
  };
  return [
    ...loopFindings(heard, joiner, measure),
    ...intervalFindings(new Map(await notes()), form.intervalBars * beatsPerBar, measure),
  ];
}

/** True if everybody has heard as many notes of each of the others as those have played. */
function hasAll(all: readonly (readonly [string, NotesReport])[]): boolean {
  return all.every(([player, { played }]) =>
    all.every(([name, { heard }]) => name === player || (heard[player]?.length ?? 0) >= played.length),
  );
}
