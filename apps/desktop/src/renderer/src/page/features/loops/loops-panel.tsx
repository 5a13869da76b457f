import { loopLimits } from '@roomtone/sdk/extras';
import { Circle, Download, Play, Square, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { countRender } from '../../ui/render-count.ts';
import { useLoopPlace } from './loop-place.ts';
import { EmptySlot, LoopTile, RecordingTile } from './loop-tile.tsx';
import { useLoopsParts } from './loops-parts.ts';
import { barChoices, gridChoices, useLoops } from './loops-store.ts';
import { StepEditor } from './step-editor.tsx';
import { useExport } from './use-export.ts';
import './loops.css';
import { EmptyState } from '../../ui/states.tsx';
import { beatNames } from './beats.ts';
import { useMakeLoop } from './use-make-loop.ts';

const slots = Array.from({ length: loopLimits.slots }, (_, slot) => slot);

/** The loops of the room, above the piano, which stays in view to play along. */
export function LoopsPanel() {
  useRecordOrEnd();
  const isOpen = useLoops((state) => state.isOpen);
  return isOpen ? <OpenPanel /> : null;
}

/** A pedal records into the first free place, and ends the recording. */
function useRecordOrEnd(): void {
  const { loops } = useLoopsParts();
  const { denial } = useLoopPlace();
  const { record } = useMakeLoop();
  useEffect(() => {
    loops.recordOrEnd = () => {
      const state = useLoops.getState();
      if (state.recording !== undefined) {
        loops.endRecording(true);
        return;
      }
      const free = slots.find((slot) => !state.loops.has(slot));
      if (denial === undefined && free !== undefined) record(free);
    };
    return () => {
      loops.recordOrEnd = undefined;
    };
  });
}

function OpenPanel() {
  countRender();
  const panel = useRef<HTMLElement>(null);
  const edited = useLoops((state) => (state.edited === undefined ? undefined : state.loops.get(state.edited)));
  const failure = useLoops((state) => state.failure);
  const isEmpty = useLoops((state) => state.loops.size === 0 && state.recording === undefined);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  useFocusInPanel(panel, edited?.slot, isEmpty);
  return (
    <section
      ref={panel}
      className="loops"
      aria-label={strings.loops.title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        if (edited === undefined) closeLoops();
        else useLoops.setState({ edited: undefined });
      }}
    >
      {edited?.content.kind === 'patterns' ? (
        <StepEditor loop={edited} content={edited.content} />
      ) : (
        <>
          <PanelHead />
          {isEmpty ? <NoLoops /> : <Slots />}
        </>
      )}
      {failure !== undefined && (
        <Notice tone="bad">
          <p role="alert">{failure}</p>
        </Notice>
      )}
    </section>
  );
}

/** Closes the panel, and leaves the focus on the button that opens it. */
function closeLoops(): void {
  useLoops.setState({ isOpen: false });
  document.querySelector<HTMLElement>('.loops-button')?.focus();
}

/** Keeps the focus in the panel when another view replaces what had it: back from a grid, on the loop's own button. */
function useFocusInPanel(
  panel: { readonly current: HTMLElement | null },
  edited: number | undefined,
  isEmpty: boolean,
): void {
  const before = useRef(edited);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first loop replaces the buttons that make it
  useEffect(() => {
    const opener = panel.current?.querySelector<HTMLElement>(`[data-slot="${before.current}"] .loop-edit`);
    before.current = edited;
    if (document.activeElement !== document.body) return;
    (opener ?? panel.current)?.focus({ preventScroll: true });
  }, [panel, edited, isEmpty]);
}

function PanelHead() {
  const { loops } = useLoopsParts();
  const { denial } = useLoopPlace();
  const count = useLoops((state) => state.loops.size);
  const exportAll = useExport();
  const words = strings.loops;
  return (
    <header className="loops-head">
      <h2>{words.title}</h2>
      {count > 0 && denial === undefined && <RecordSettings />}
      <span className="loops-acts">
        {count > 0 && (
          <>
            {denial === undefined && (
              <Button kind="quiet" onClick={() => loops.stopAll()} aria-label={words.stopAll}>
                <Square />
                <span className="loops-word">{words.stopAll}</span>
              </Button>
            )}
            <Button
              kind="quiet"
              onClick={() => exportAll([...useLoops.getState().loops.values()])}
              aria-label={words.exportAll}
            >
              <Download />
              <span className="loops-word">{words.exportAll}</span>
            </Button>
          </>
        )}
        <IconButton label={words.close} onClick={closeLoops}>
          <X />
        </IconButton>
      </span>
    </header>
  );
}

function Slots() {
  const { denial } = useLoopPlace();
  const loops = useLoops((state) => state.loops);
  const recording = useLoops((state) => state.recording);
  return (
    <>
      {denial !== undefined && <p className="muted loops-denial">{strings.loops.denials[denial]}</p>}
      <ul className="loops-slots">
        {slots.map((slot) => {
          const loop = loops.get(slot);
          if (recording?.slot === slot) return <RecordingTile key={slot} recording={recording} loop={loop} />;
          return loop === undefined ? <EmptySlot key={slot} slot={slot} /> : <LoopTile key={slot} loop={loop} />;
        })}
      </ul>
    </>
  );
}

/** Before the first loop: invites to begin with a beat, which plays at once. */
function NoLoops() {
  const { denial } = useLoopPlace();
  const { makeBeat, record } = useMakeLoop();
  const words = strings.loops;
  if (denial !== undefined) return <EmptyState title={words.none} hint={words.denials[denial]} />;
  return (
    <div className="no-loops">
      <EmptyState title={words.first} hint={words.firstHint}>
        <Button kind="main" size="large" onClick={() => void makeBeat(0, 'easy')}>
          <Play />
          {words.playEasy}
        </Button>
        <Button size="large" onClick={() => record(0)}>
          <Circle />
          {words.recordFirst}
        </Button>
      </EmptyState>
      <p className="no-loops-more">
        <span className="muted">{words.otherBeats}</span>
        {beatNames.slice(1).map((name) => (
          <Button key={name} kind="quiet" onClick={() => void makeBeat(0, name)}>
            {words.beats[name]}
          </Button>
        ))}
      </p>
      <RecordSettings />
    </div>
  );
}

/** The player whose playing becomes a loop, how long it is, and whether its notes snap to a grid. */
function RecordSettings() {
  const { players, self } = useLoopPlace();
  const source = useLoops((state) => state.source);
  const bars = useLoops((state) => state.bars);
  const gridTicks = useLoops((state) => state.gridTicks);
  const words = strings.loops;
  return (
    <fieldset className="record-settings">
      <legend className="visually-hidden">{words.recording}</legend>
      {players.length > 1 && (
        <Small
          label={words.source}
          value={source ?? self}
          options={players.map(({ participantId, name }) => ({
            value: participantId,
            name: participantId === self ? words.you : name,
          }))}
          onChange={(chosen) => useLoops.setState({ source: chosen === self ? undefined : chosen })}
        />
      )}
      <Small
        label={words.length}
        value={bars}
        options={barChoices.map((value) => ({
          value,
          name: value === 0 ? words.byHand : words.bars({ count: value }),
        }))}
        onChange={(chosen) => useLoops.setState({ bars: chosen })}
      />
      <Small
        label={words.snap}
        value={gridTicks}
        options={gridChoices.map((value) => ({ value, name: words.snaps[value] ?? '' }))}
        onChange={(chosen) => useLoops.setState({ gridTicks: chosen })}
      />
    </fieldset>
  );
}

interface SmallProps {
  readonly label: string;
  readonly value: number;
  readonly options: readonly { readonly value: number; readonly name: string }[];
  readonly onChange: (value: number) => void;
}

/** A select that is as wide as its words. */
function Small({ label, value, options, onChange }: SmallProps) {
  return (
    <label className="small-select">
      <span className="muted">{label}</span>
      <select className="select-input" value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}
