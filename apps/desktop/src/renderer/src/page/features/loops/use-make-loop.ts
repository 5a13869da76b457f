import { loopLimits } from '@roomtone/sdk/extras';
import { instrumentName } from '../../playing/sounds/instrument-names.ts';
import { strings } from '../../strings.ts';
import { type BeatName, beatOf, emptyBeat } from './beats.ts';
import { useLoopPlace } from './loop-place.ts';
import { useLoopsParts } from './loops-parts.ts';
import { useLoops } from './loops-store.ts';

/** Makes new loops in a slot. */
export function useMakeLoop() {
  const { loops } = useLoopsParts();
  const place = useLoopPlace();
  const words = strings.loops;
  return {
    /** A beat that plays from the next bar line on. */
    makeBeat: (slot: number, name: BeatName) =>
      loops.make(slot, words.beats[name], beatOf(name, place.beatsPerBar), { plays: true, replace: false }),
    /** A grid to fill, which opens. */
    makeGrid: async (slot: number) => {
      const isMade = await loops.make(slot, words.newGrid, emptyBeat(place.beatsPerBar), {
        plays: false,
        replace: false,
      });
      if (isMade) useLoops.setState({ edited: slot, pattern: 0 });
    },
    /** Records a new loop, or a layer of one, from the next bar line on; the metronome starts with it. */
    record: (slot: number, kind: 'record' | 'overdub' = 'record') => {
      const { source = place.self, bars, gridTicks } = useLoops.getState();
      const player = place.players.find(({ participantId }) => participantId === source);
      const program = player?.program ?? 0;
      const name = [...instrumentName(program)].slice(0, loopLimits.name.max).join('');
      void loops.record({ slot, kind, participant: source, program, name, bars, gridTicks }, place);
    },
  };
}
