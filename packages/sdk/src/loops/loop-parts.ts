import type { LoopSpan } from './loop-events.ts';
import { type LoopPass, passOf } from './loop-pass.ts';
import { loopTicks, ticksPerBeat } from './loop-time.ts';
import type { Loop, LoopContent, LoopLayer, StepPatterns } from './loop-types.ts';
import { passOfPattern, programEvents } from './pattern-pass.ts';

/** One part of a loop, with a channel and an instrument of its own: a layer, or the patterns. */
export interface LoopPart {
  readonly slot: number;
  /** The layer's index; 0 for patterns. */
  readonly layer: number;
  readonly spans: readonly LoopSpan[];
}

/** The key of a part, for the player. */
export function partKey(slot: number, layer: number): string {
  return `${slot}.${layer}`;
}

/**
 * The parts of loops that sound: none of a muted loop, which goes on silently. What has not changed since the last call is the
 * same object again.
 */
export class LoopParts {
  readonly #passes = new WeakMap<object, Map<number, LoopPass>>();
  readonly #known = new Map<string, { readonly plan: object; readonly played: object; readonly part: LoopPart }>();

  of(loops: Iterable<Loop>): Map<string, LoopPart> {
    const parts = new Map<string, LoopPart>();
    for (const loop of loops) {
      if (loop.muted) continue;
      const layers = loop.content.kind === 'recorded' ? loop.content.layers : [loop.content];
      layers.forEach((played, layer) => {
        const key = partKey(loop.slot, layer);
        parts.set(key, this.#part(key, loop, played, layer));
      });
    }
    for (const key of this.#known.keys()) if (!parts.has(key)) this.#known.delete(key);
    return parts;
  }

  #part(key: string, loop: Loop, played: LoopLayer | StepPatterns, layer: number): LoopPart {
    const known = this.#known.get(key);
    if (known?.plan === loop.plan && known.played === played) return known.part;
    const spans = loop.plan.flatMap((segment, index): LoopSpan[] => {
      if (!segment.playing) return [];
      return [
        {
          fromUs: segment.startTimeUs,
          untilUs: loop.plan[index + 1]?.startTimeUs ?? Number.POSITIVE_INFINITY,
          fromTick: segment.tick,
          usPerTick: 60e6 / (segment.bpm * ticksPerBeat),
          pass: this.#pass(loop.content, played, segment.pattern),
        },
      ];
    });
    const part = { slot: loop.slot, layer, spans };
    this.#known.set(key, { plan: loop.plan, played, part });
    return part;
  }

  #pass(content: LoopContent, played: LoopLayer | StepPatterns, pattern: number): LoopPass {
    const passes = this.#passes.get(played) ?? new Map<number, LoopPass>();
    this.#passes.set(played, passes);
    let pass = passes.get(pattern);
    if (pass === undefined) {
      pass = 'kind' in played ? passOfPattern(played, pattern) : passOfLayer(played, loopTicks(content));
      passes.set(pattern, pass);
    }
    return pass;
  }
}

/** The events that one layer of a recorded loop plays each time around. */
export function passOfLayer(layer: LoopLayer, lengthTicks: number): LoopPass {
  return passOf([...programEvents(layer), ...layer.events], lengthTicks);
}
