import { type Loop, loopLimits, patternNames, type StepPatterns } from '@roomtone/sdk/extras';
import { ArrowLeft, CopyPlus, Download, Ellipsis, Eraser, Pencil, Play, Plus, Square, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { percent } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Range } from '../../ui/range.tsx';
import { countRender } from '../../ui/render-count.ts';
import { notify } from '../../ui/toast-store.ts';
import { patternsOfFile } from './loop-files.ts';
import { LoopNameForm, useMayChange } from './loop-name-form.tsx';
import { useLoopPlace } from './loop-place.ts';
import { useLoopsParts } from './loops-parts.ts';
import { useLoops } from './loops-store.ts';
import { StepGrid } from './step-grid.tsx';
import { useExport } from './use-export.ts';
import { useLoopState } from './use-loop-state.ts';
import './step-grid.css';

interface StepEditorProps {
  readonly loop: Loop;
  readonly content: StepPatterns;
}

const strengths = [
  ['soft', 55],
  ['normal', 95],
  ['accent', 122],
] as const;

/** The grid of one loop: what it plays, step by step. Everybody in the room sees each step at once. */
export function StepEditor({ loop, content }: StepEditorProps) {
  countRender();
  const { loops } = useLoopsParts();
  const { denial } = useLoopPlace();
  const { state, chosen } = useLoopState(loop);
  const pattern = Math.min(
    useLoops((store) => store.pattern),
    content.patterns.length - 1,
  );
  const [velocity, setVelocity] = useState<number>(95);
  const mayChange = useMayChange(loop);
  const [isNaming, setNaming] = useState(false);
  const editor = useRef<HTMLElement>(null);
  const named = () => {
    setNaming(false);
    editor.current?.querySelector<HTMLElement>('.loop-more')?.focus();
  };
  const words = strings.loops;
  const { slot, name } = loop;
  const isOn = state === 'playing' || state === 'starting';
  const mayEdit = denial === undefined;
  const isOther = mayEdit && pattern !== chosen;
  return (
    <section
      ref={editor}
      className="step-editor"
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key !== 'F2' || !mayChange) return;
        event.preventDefault();
        setNaming(true);
      }}
    >
      <header className="loops-head">
        <IconButton label={words.back} onClick={() => useLoops.setState({ edited: undefined })}>
          <ArrowLeft />
        </IconButton>
        {isNaming ? (
          <LoopNameForm loop={loop} onDone={named} />
        ) : (
          <h2>
            <bdi>{name}</bdi>
          </h2>
        )}
        <Button
          disabled={!mayEdit}
          aria-label={isOn ? words.stop({ name }) : words.start({ name })}
          onClick={() => (isOn ? loops.stop(slot) : loops.start(slot))}
        >
          {isOn ? <Square /> : <Play />}
          <span className="loops-word">{isOn ? words.stopShort : words.startShort}</span>
        </Button>
        <Patterns loop={loop} content={content} pattern={pattern} chosen={chosen} />
        {isOther && (
          <Button kind="quiet" onClick={() => loops.choose(slot, pattern)}>
            <Play />
            {words.playPattern({ name: patternNames[pattern] ?? '' })}
          </Button>
        )}
        <span className="loops-acts">
          <More
            loop={loop}
            content={content}
            pattern={pattern}
            mayChange={mayChange}
            onRename={() => setNaming(true)}
          />
        </span>
      </header>
      <div className="step-tools">
        <fieldset className="step-strengths" disabled={!mayEdit}>
          <legend className="visually-hidden">{words.strength}</legend>
          {strengths.map(([strength, value]) => (
            <label key={strength} className="strength">
              <input
                type="radio"
                name="loop-strength"
                checked={velocity === value}
                onChange={() => setVelocity(value)}
              />
              <i className="strength-dot" data-strength={strength} aria-hidden="true" />
              {words.strengths[strength]}
            </label>
          ))}
        </fieldset>
        <Swing loop={loop} content={content} />
        <Length loop={loop} content={content} pattern={pattern} />
      </div>
      <StepGrid loop={loop} content={content} pattern={pattern} velocity={velocity} mayEdit={mayEdit} />
      <p className="muted step-hint">{mayEdit ? words.gridHint : words.denials[denial]}</p>
    </section>
  );
}

interface PatternProps extends StepEditorProps {
  readonly pattern: number;
}

/** Shows another pattern; the one that plays has a mark. */
function Patterns({ loop, content, pattern, chosen }: PatternProps & { readonly chosen: number }) {
  const { loops } = useLoopsParts();
  const { denial } = useLoopPlace();
  const words = strings.loops;
  const count = content.patterns.length;
  const add = () => {
    const steps = content.patterns[pattern]?.steps ?? 16;
    loops.change(loop.slot, { lengths: [{ pattern: count, steps }] });
    useLoops.setState({ pattern: count });
  };
  return (
    <fieldset className="step-patterns">
      <legend className="visually-hidden">{words.patterns}</legend>
      {content.patterns.map((_, index) => (
        <label key={patternNames[index]} className="pattern-choice" data-chosen={index === chosen ? '' : undefined}>
          <input
            type="radio"
            name="loop-pattern"
            className="visually-hidden"
            checked={index === pattern}
            aria-label={
              index === chosen
                ? words.patternPlays({ name: patternNames[index] ?? '' })
                : words.pattern({ name: patternNames[index] ?? '' })
            }
            onChange={() => useLoops.setState({ pattern: index })}
          />
          {patternNames[index]}
        </label>
      ))}
      {count < loopLimits.patterns.max && denial === undefined && (
        <IconButton label={words.addPattern} onClick={add}>
          <Plus />
        </IconButton>
      )}
    </fieldset>
  );
}

function Swing({ loop, content }: StepEditorProps) {
  const { loops } = useLoopsParts();
  const { denial } = useLoopPlace();
  const words = strings.loops;
  const { min, max } = loopLimits.swing;
  const id = useId();
  return (
    <span className="step-swing">
      <label className="muted" htmlFor={id}>
        {words.swing}
      </label>
      <Range
        id={id}
        min={min}
        max={max}
        value={content.swing}
        aria-valuetext={percent(content.swing / 100)}
        disabled={denial !== undefined}
        onChange={(swing) => loops.setSwing(loop.slot, swing)}
      />
      <span className="step-figure">{percent(content.swing / 100)}</span>
    </span>
  );
}

/** The pattern's length in beats, and how many steps a beat has. */
function Length({ loop, content, pattern }: PatternProps) {
  const { loops } = useLoopsParts();
  const { denial } = useLoopPlace();
  const words = strings.loops;
  const { stepsPerBeat } = content;
  const steps = content.patterns[pattern]?.steps ?? 0;
  const lengths = Array.from({ length: Math.floor(loopLimits.steps.max / stepsPerBeat) }, (_, beat) => beat + 1);
  const isWhole = steps % stepsPerBeat === 0;
  return (
    <>
      <label className="small-select">
        <span className="muted">{words.patternLength}</span>
        <select
          className="select-input"
          value={steps}
          disabled={denial !== undefined}
          onChange={(event) =>
            loops.change(loop.slot, { lengths: [{ pattern, steps: Number(event.currentTarget.value) }] })
          }
        >
          {!isWhole && <option value={steps}>{words.steps({ count: steps })}</option>}
          {lengths.map((beats) => (
            <option key={beats} value={beats * stepsPerBeat}>
              {words.beatsLong({ count: beats })}
            </option>
          ))}
        </select>
      </label>
      <label className="small-select">
        <span className="muted">{words.stepsPerBeat}</span>
        <select
          className="select-input"
          value={stepsPerBeat}
          disabled={denial !== undefined}
          onChange={(event) => loops.change(loop.slot, { stepsPerBeat: Number(event.currentTarget.value) })}
        >
          {loopLimits.stepsPerBeat.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

interface MoreProps extends PatternProps {
  readonly mayChange: boolean;
  readonly onRename: () => void;
}

function More({ loop, content, pattern, mayChange, onRename }: MoreProps) {
  const { loops } = useLoopsParts();
  const { denial, readTracks } = useLoopPlace();
  const save = useExport();
  const input = useRef<HTMLInputElement>(null);
  const words = strings.loops;
  const { slot, name } = loop;
  const mayEdit = denial === undefined;
  const clear = () => setAll(content, pattern, () => 0);
  const copy = (to: number) => setAll(content, to, (lane, step) => content.patterns[pattern]?.lanes[lane]?.[step] ?? 0);
  function setAll(all: StepPatterns, target: number, velocityOf: (lane: number, step: number) => number) {
    const { steps = 0, lanes = [] } = all.patterns[target] ?? {};
    all.keys.forEach((key, lane) => {
      for (let step = 0; step < steps; step++) {
        const velocity = velocityOf(lane, step);
        if ((lanes[lane]?.[step] ?? 0) !== velocity) loops.setStep(slot, target, { key, step, velocity });
      }
    });
  }
  const open = async (file: File) => {
    const read = await readTracks(await file.arrayBuffer());
    const found = read === 'invalid' ? undefined : patternsOfFile(read.tracks, read.tempos, content.stepsPerBeat);
    if (found === undefined) notify(words.importFailed);
    else if (await loops.make(slot, name, found, { plays: false, replace: true })) useLoops.setState({ pattern: 0 });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        accept=".mid,.midi,audio/midi"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) void open(file);
          event.currentTarget.value = '';
        }}
      />
      <Menu
        trigger={
          <IconButton className="loop-more" label={words.moreSteps}>
            <Ellipsis />
          </IconButton>
        }
      >
        {content.patterns.flatMap((_, index) =>
          index === pattern
            ? []
            : [
                <MenuItem
                  key={patternNames[index]}
                  icon={<CopyPlus />}
                  disabled={!mayEdit}
                  onSelect={() => copy(index)}
                >
                  {words.copyTo({ name: patternNames[index] ?? '' })}
                </MenuItem>,
              ],
        )}
        <MenuItem icon={<Eraser />} disabled={!mayEdit} onSelect={clear}>
          {words.clear({ name: patternNames[pattern] ?? '' })}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Pencil />} movesFocus disabled={!mayChange} onSelect={onRename}>
          {words.rename}
        </MenuItem>
        <MenuItem icon={<Upload />} disabled={!mayChange} onSelect={() => input.current?.click()}>
          {words.import}
        </MenuItem>
        <MenuItem icon={<Download />} onSelect={() => save([loop])}>
          {words.export}
        </MenuItem>
      </Menu>
    </>
  );
}
