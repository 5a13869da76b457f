import { type Loop, type StepPatterns, stepTick } from '@roomtone/sdk/extras';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { strings } from '../../strings.ts';
import { countRender } from '../../ui/render-count.ts';
import { hearDrum } from './hear-drum.ts';
import { AddLane, LaneName, laneName } from './lane-name.tsx';
import { useLoopsParts } from './loops-parts.ts';
import { stepKey, useLoops } from './loops-store.ts';

interface StepGridProps {
  readonly loop: Loop;
  readonly content: StepPatterns;
  readonly pattern: number;
  /** Of a step that is set. */
  readonly velocity: number;
  readonly mayEdit: boolean;
}

interface Cell {
  readonly lane: number;
  /** Or `nameStep`. */
  readonly step: number;
}

/** Where a lane's name stands: before its first step. */
const nameStep = -1;

const louder = 10;
const mostVelocity = 127;

/**
 * The steps of a pattern, a lane for each drum, high ones at the top as in notation. One cell or name is in the tab order; arrow
 * keys move, Space sets a step, Shift with up and down changes how hard it is struck. The pointer paints.
 */
export function StepGrid({ loop, content, pattern, velocity, mayEdit }: StepGridProps) {
  countRender();
  const { loops } = useLoopsParts();
  const { engine } = usePlayingParts();
  const grid = useRef<HTMLDivElement>(null);
  /** The value that the pressed pointer paints: a velocity, or 0 for rests. */
  const painting = useRef<number>(undefined);
  const [focused, setFocused] = useState<Cell>({ lane: 0, step: 0 });
  const unconfirmed = useLoops((state) => state.unconfirmed);
  const { keys, stepsPerBeat } = content;
  const { steps = 0, lanes = [] } = content.patterns[pattern] ?? {};
  /** The lanes from top to bottom. */
  const rows = keys.map((key, lane) => ({ key, lane })).sort((a, b) => b.key - a.key);
  const words = strings.loops;
  useColumn(grid, loop, pattern);
  useEffect(() => {
    const stop = () => {
      painting.current = undefined;
    };
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
    return () => {
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
    };
  }, []);
  const velocityAt = ({ lane, step }: Cell) => {
    const id = stepKey(loop.slot, pattern, keys[lane] ?? 0, step);
    return useLoops.getState().unconfirmed.get(id) ?? lanes[lane]?.[step] ?? 0;
  };
  const set = ({ lane, step }: Cell, value: number) => {
    const key = keys[lane];
    if (!mayEdit || key === undefined || velocityAt({ lane, step }) === value) return;
    loops.setStep(loop.slot, pattern, { key, step, velocity: value });
    if (value > 0) hearDrum(engine, content.channel, key, value);
  };
  const focus = (cell: Cell) => {
    setFocused(cell);
    grid.current?.querySelector<HTMLElement>(cellSelector(cell))?.focus();
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const cell = cellOf(event.target) ?? nameOf(event.target);
    if (cell === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const isName = cell.step === nameStep;
    const now = velocityAt(cell);
    const first = mayEdit ? nameStep : 0;
    const row = rows.findIndex(({ lane }) => lane === cell.lane);
    const move = (by: number, rowBy: number) => {
      const lane = rows[Math.min(rows.length - 1, Math.max(0, row + rowBy))]?.lane ?? cell.lane;
      focus({ lane, step: Math.min(steps - 1, Math.max(first, cell.step + by)) });
    };
    const change = (by: number) =>
      !isName && set(cell, now === 0 && by > 0 ? velocity : Math.max(0, Math.min(mostVelocity, now + by)));
    const acts = new Map([
      ['ArrowLeft', () => move(-1, 0)],
      ['ArrowRight', () => move(1, 0)],
      ['ArrowUp', () => (event.shiftKey ? change(louder) : move(0, -1))],
      ['ArrowDown', () => (event.shiftKey ? change(-louder) : move(0, 1))],
      ['Home', () => focus({ lane: cell.lane, step: 0 })],
      ['End', () => move(steps, 0)],
      ['PageUp', () => move(0, -rows.length)],
      ['PageDown', () => move(0, rows.length)],
      [' ', () => set(cell, now > 0 ? 0 : velocity)],
      ['Enter', () => set(cell, now > 0 ? 0 : velocity)],
      ['Delete', () => set(cell, 0)],
    ]);
    const act = acts.get(event.key);
    if (act === undefined) return;
    // The name's own menu.
    if (isName && [' ', 'Enter', 'Delete'].includes(event.key)) return;
    // Space would hold the pedal, and arrows would scroll.
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div className="step-scroll">
      {/* biome-ignore lint/a11y/useSemanticElements: a table has no cells that are set by keys */}
      <div
        ref={grid}
        className="step-grid"
        role="grid"
        aria-label={words.grid}
        aria-rowcount={rows.length}
        aria-colcount={steps + 1}
        aria-readonly={!mayEdit}
        data-steps={steps}
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          const cell = cellOf(event.target);
          if (cell === undefined || event.button !== 0 || !mayEdit) return;
          // A finger that is drawn over the grid scrolls it; it sets single steps.
          const value = velocityAt(cell) > 0 ? 0 : velocity;
          if (event.pointerType !== 'touch') {
            event.preventDefault();
            painting.current = value;
            focus(cell);
            set(cell, value);
          }
        }}
        onClick={(event) => {
          const cell = cellOf(event.target);
          if (cell === undefined || (event.nativeEvent as PointerEvent).pointerType !== 'touch') return;
          focus(cell);
          set(cell, velocityAt(cell) > 0 ? 0 : velocity);
        }}
        onPointerOver={(event) => {
          const cell = cellOf(event.target);
          if (cell !== undefined && painting.current !== undefined) set(cell, painting.current);
        }}
      >
        {rows.map(({ key, lane }, row) => (
          <Lane
            key={key}
            slot={loop.slot}
            lane={lane}
            row={row}
            drumKey={key}
            isDrums={content.channel === 9}
            velocities={velocitiesOf(lanes[lane] ?? [], unconfirmed, (step) => stepKey(loop.slot, pattern, key, step))}
            steps={steps}
            stepsPerBeat={stepsPerBeat}
            focusedStep={
              rows.some((each) => each.lane === focused.lane)
                ? focused.lane === lane
                  ? Math.min(focused.step, steps - 1)
                  : undefined
                : row === 0
                  ? 0
                  : undefined
            }
            mayEdit={mayEdit}
          />
        ))}
      </div>
      {mayEdit && content.channel === 9 && <AddLane slot={loop.slot} keys={keys} />}
    </div>
  );
}

interface LaneProps {
  readonly slot: number;
  readonly lane: number;
  readonly row: number;
  readonly drumKey: number;
  readonly isDrums: boolean;
  /** As text, so that an unchanged lane is not rendered again. */
  readonly velocities: string;
  readonly steps: number;
  readonly stepsPerBeat: number;
  /** The step that is in the tab order, or `nameStep`; undefined for none. */
  readonly focusedStep: number | undefined;
  readonly mayEdit: boolean;
}

const Lane = memo(function Lane(props: LaneProps) {
  const { slot, lane, row, drumKey, isDrums, velocities, steps, stepsPerBeat, focusedStep, mayEdit } = props;
  countRender();
  const words = strings.loops;
  const values = velocities.split(',').map(Number);
  const name = laneName(drumKey, isDrums);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: its cells have the focus
    <div className="step-row" role="row" aria-rowindex={row + 1}>
      <LaneName
        slot={slot}
        lane={lane}
        drumKey={drumKey}
        name={name}
        mayEdit={mayEdit}
        isTabStop={focusedStep === nameStep}
      />
      {Array.from({ length: steps }, (_, step) => {
        const velocity = values[step] ?? 0;
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the grid
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
            key={step}
            role="gridcell"
            className="step"
            tabIndex={step === focusedStep ? 0 : -1}
            aria-colindex={step + 2}
            aria-selected={velocity > 0}
            aria-label={
              velocity > 0
                ? words.stepOn({ lane: name, step: step + 1, velocity })
                : words.stepOff({ lane: name, step: step + 1 })
            }
            data-lane={lane}
            data-step={step}
            data-beat={step % stepsPerBeat === 0 ? '' : undefined}
            style={{ '--velocity': velocity / mostVelocity }}
          >
            <i />
          </div>
        );
      })}
    </div>
  );
});

function velocitiesOf(
  confirmed: readonly number[],
  unconfirmed: ReadonlyMap<string, number>,
  idOf: (step: number) => string,
): string {
  if (unconfirmed.size === 0) return confirmed.join(',');
  return confirmed.map((velocity, step) => unconfirmed.get(idOf(step)) ?? velocity).join(',');
}

function cellOf(target: EventTarget): Cell | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null;
  return element === null
    ? undefined
    : { lane: Number(element.dataset['lane']), step: Number(element.dataset['step']) };
}

function nameOf(target: EventTarget): Cell | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-name-of]') : null;
  return element === null ? undefined : { lane: Number(element.dataset['nameOf']), step: nameStep };
}

function cellSelector({ lane, step }: Cell): string {
  if (step === nameStep) return `[data-name-of="${lane}"]`;
  return `[data-lane="${lane}"][data-step="${step}"]`;
}

/** Lights the column that plays, without rendering. */
function useColumn(grid: { readonly current: HTMLDivElement | null }, loop: Loop, pattern: number): void {
  const { lines } = useLoopsParts();
  useEffect(() => {
    let lit = -1;
    const light = (step: number) => {
      if (step === lit || grid.current === null) return;
      for (const cell of grid.current.querySelectorAll<HTMLElement>('[data-now]')) delete cell.dataset['now'];
      for (const cell of grid.current.querySelectorAll<HTMLElement>(`[data-step="${step}"]`)) cell.dataset['now'] = '';
      lit = step;
    };
    const detach = lines.attach((nowUs) => {
      const { content } = loop;
      const { isPlaying, tick, pattern: playing } = lines.positionOf(loop, nowUs);
      light(isPlaying && playing === pattern && content.kind === 'patterns' ? stepAt(content, tick) : -1);
    });
    return () => {
      detach();
      light(-1);
    };
  }, [grid, loop, pattern, lines]);
}

/** The step that sounds at a position. */
function stepAt(patterns: StepPatterns, tick: number): number {
  const step = Math.floor((tick * patterns.stepsPerBeat) / 480);
  return stepTick(patterns, step) > tick ? step - 1 : step;
}
