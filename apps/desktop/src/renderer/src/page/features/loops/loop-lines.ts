import { type Loop, loopTicks, segmentAt, tickAt, ticksPerBeat } from '@roomtone/sdk/extras';
import { localNowUs } from '../../../contract/local-time.ts';
import { useLoops } from './loops-store.ts';

/** Where a loop is now. */
export interface LoopPosition {
  readonly isPlaying: boolean;
  /** From the loop's beginning. */
  readonly tick: number;
  readonly lengthTicks: number;
  /** The pattern that plays. */
  readonly pattern: number;
}

/** Called for each frame that something may have moved in. `nowUs` is local. */
type Draw = (nowUs: number) => void;

/** Moves everything that follows the loops: one animation loop, which runs only while something is attached. React renders nothing. */
export class LoopLines {
  readonly #drawn = new Set<Draw>();
  readonly #stillness = matchMedia('(prefers-reduced-motion: reduce)');
  #frame = 0;

  /** Draws now and before each frame; the returned function ends that. */
  attach(draw: Draw): () => void {
    this.#drawn.add(draw);
    draw(localNowUs());
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#next);
    return () => {
      this.#drawn.delete(draw);
    };
  }

  /** Where a loop is at a local time: with reduced motion at the beat before, so that nothing glides. */
  positionOf(loop: Loop, nowUs: number): LoopPosition {
    const position = positionAt(loop, nowUs - useLoops.getState().toLocalUs);
    if (!this.#stillness.matches) return position;
    return { ...position, tick: Math.floor(position.tick / ticksPerBeat) * ticksPerBeat };
  }

  readonly #next = (): void => {
    this.#frame = this.#drawn.size === 0 ? 0 : requestAnimationFrame(this.#next);
    const nowUs = localNowUs();
    for (const draw of this.#drawn) draw(nowUs);
  };
}

/** Where a loop is at a time on the service clock. */
export function positionAt({ plan, content }: Loop, timeUs: number): LoopPosition {
  const segment = segmentAt(plan, timeUs);
  const pattern = segment?.pattern ?? 0;
  const lengthTicks = Math.max(1, loopTicks(content, pattern));
  if (segment?.playing !== true) return { isPlaying: false, tick: 0, lengthTicks, pattern };
  const tick = tickAt(segment, timeUs);
  return { isPlaying: true, tick: tick - Math.floor(tick / lengthTicks) * lengthTicks, lengthTicks, pattern };
}

/** The present and next state of a loop, for its buttons and texts. */
export function loopStateAt(
  { plan }: Pick<Loop, 'plan'>,
  timeUs: number,
): 'playing' | 'starting' | 'stopping' | 'stopped' {
  const isPlaying = segmentAt(plan, timeUs)?.playing === true;
  const next = plan.find(({ startTimeUs }) => startTimeUs > timeUs);
  if (next === undefined || next.playing === isPlaying) return isPlaying ? 'playing' : 'stopped';
  return next.playing ? 'starting' : 'stopping';
}

/** When a plan changes next, service clock µs; undefined if it does not. */
export function nextChangeUs({ plan }: Pick<Loop, 'plan'>, timeUs: number): number | undefined {
  return plan.find(({ startTimeUs }) => startTimeUs > timeUs)?.startTimeUs;
}
