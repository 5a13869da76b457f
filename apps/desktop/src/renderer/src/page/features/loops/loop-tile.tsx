import { type Loop, loopLimits } from '@roomtone/sdk/extras';
import {
  Circle,
  CircleDot,
  Download,
  Drum,
  Ellipsis,
  Grid3x3,
  Pencil,
  Play,
  Square,
  Trash2,
  Undo2,
  Volume2,
  VolumeX,
  X,
} from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { LoopRecordingState } from '../../../contract/loop-messages.ts';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx';
import { Range } from '../../ui/range.tsx';
import { countRender } from '../../ui/render-count.ts';
import { beatNames } from './beats.ts';
import { LoopNameForm, useMayChange } from './loop-name-form.tsx';
import { LoopPicture } from './loop-picture.tsx';
import { type LoopPlace, useLoopPlace } from './loop-place.ts';
import { useLoopsParts } from './loops-parts.ts';
import { useLoops } from './loops-store.ts';
import { useExport } from './use-export.ts';
import { useLoopState } from './use-loop-state.ts';
import { useMakeLoop } from './use-make-loop.ts';

const unknownColor = 'var(--muted)';

/** A place for a loop: records one there, or begins with a beat. */
export function EmptySlot({ slot }: { readonly slot: number }) {
  const { denial } = useLoopPlace();
  const { makeBeat, makeGrid, record } = useMakeLoop();
  const words = strings.loops;
  return (
    <li className="loop-tile empty" aria-label={words.emptySlot({ number: slot + 1 })}>
      <span className="loop-number" aria-hidden="true">
        {slot + 1}
      </span>
      {denial === undefined && (
        <span className="loop-makes">
          <IconButton label={words.record({ number: slot + 1 })} onClick={() => record(slot)}>
            <Circle />
          </IconButton>
          <Menu
            align="center"
            trigger={
              <IconButton label={words.beat({ number: slot + 1 })}>
                <Drum />
              </IconButton>
            }
          >
            <MenuLabel>{words.withBeat}</MenuLabel>
            {beatNames.map((name) => (
              <MenuItem key={name} icon={<Play />} onSelect={() => void makeBeat(slot, name)}>
                {words.beats[name]}
              </MenuItem>
            ))}
            <MenuSeparator />
            <MenuItem icon={<Grid3x3 />} onSelect={() => void makeGrid(slot)}>
              {words.emptyGrid}
            </MenuItem>
          </Menu>
        </span>
      )}
    </li>
  );
}

/** A loop: its notes with the place where it is, and its buttons. */
export function LoopTile({ loop }: { readonly loop: Loop }) {
  countRender();
  const place = useLoopPlace();
  const { state, pattern } = useLoopState(loop);
  const mayChange = useMayChange(loop);
  const [isNaming, setNaming] = useState(false);
  const tile = useRef<HTMLLIElement>(null);
  const { slot, name, displayName, content, muted } = loop;
  const named = () => {
    setNaming(false);
    tile.current?.querySelector<HTMLElement>('.loop-more')?.focus();
  };
  return (
    <li
      ref={tile}
      className="loop-tile"
      aria-label={strings.loops.loop({ name, owners: displayName })}
      data-slot={slot}
      data-state={state}
      data-muted={muted ? '' : undefined}
      style={{ '--player': colorOf(place, loop.userId) } as CSSProperties}
      onKeyDown={(event) => {
        if (event.key !== 'F2' || !mayChange) return;
        event.preventDefault();
        setNaming(true);
      }}
    >
      {isNaming ? (
        <LoopNameForm loop={loop} onDone={named} />
      ) : (
        <p className="loop-head">
          <bdi className="loop-name">{name}</bdi>
          <bdi className="loop-owner muted">{displayName}</bdi>
          <Where loop={loop} state={state} />
        </p>
      )}
      <div className="loop-roll" style={{ '--bars': barsOf(loop, pattern, place) } as CSSProperties}>
        <LoopPicture content={content} pattern={pattern} />
        <Line loop={loop} />
      </div>
      <Buttons loop={loop} state={state} mayChange={mayChange} onRename={() => setNaming(true)} />
    </li>
  );
}

interface ButtonsProps {
  readonly loop: Loop;
  readonly state: ReturnType<typeof useLoopState>['state'];
  readonly mayChange: boolean;
  readonly onRename: () => void;
}

function Buttons({ loop, state, mayChange, onRename }: ButtonsProps) {
  const { loops } = useLoopsParts();
  const { denial } = useLoopPlace();
  const { record } = useMakeLoop();
  const save = useExport();
  const { slot, name, content, muted, volume } = loop;
  const words = strings.loops;
  const isOn = state === 'playing' || state === 'starting';
  return (
    <div className="loop-buttons">
      <IconButton
        className="loop-play"
        label={isOn ? words.stop({ name }) : words.start({ name })}
        disabled={denial !== undefined}
        onClick={() => (isOn ? loops.stop(slot) : loops.start(slot))}
      >
        {isOn ? <Square /> : <Play />}
      </IconButton>
      {content.kind === 'patterns' ? (
        <IconButton
          className="loop-edit"
          label={words.edit({ name })}
          onClick={() => useLoops.setState({ edited: slot, pattern: 0 })}
        >
          <Grid3x3 />
        </IconButton>
      ) : (
        <>
          <IconButton label={words.overdub({ name })} disabled={!mayChange} onClick={() => record(slot, 'overdub')}>
            <CircleDot />
          </IconButton>
          <IconButton label={words.undo({ name })} disabled={!mayChange} onClick={() => loops.undo(slot)}>
            <Undo2 />
          </IconButton>
        </>
      )}
      <IconButton
        label={muted ? words.unmute({ name }) : words.mute({ name })}
        aria-pressed={muted}
        disabled={denial !== undefined}
        onClick={() => loops.set(slot, { muted: !muted })}
      >
        {muted ? <VolumeX /> : <Volume2 />}
      </IconButton>
      <Range
        className="loop-volume"
        aria-label={words.volume({ name })}
        min={0}
        max={loopLimits.volume.max}
        value={volume}
        disabled={!mayChange}
        onChange={(value) => loops.setVolume(slot, value)}
      />
      <Menu
        trigger={
          <IconButton className="loop-more" label={words.more({ name })}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil />} movesFocus disabled={!mayChange} onSelect={onRename}>
          {words.rename}
        </MenuItem>
        <MenuItem icon={<Download />} onSelect={() => save([loop])}>
          {words.export}
        </MenuItem>
        <MenuItem icon={<Trash2 />} danger disabled={!mayChange} onSelect={() => loops.remove(slot)}>
          {words.remove}
        </MenuItem>
      </Menu>
    </div>
  );
}

/** A recording that waits for its bar line, or runs. */
export function RecordingTile({
  recording,
  loop,
}: {
  readonly recording: LoopRecordingState;
  readonly loop: Loop | undefined;
}) {
  const { loops, lines } = useLoopsParts();
  const place = useLoopPlace();
  const text = useRef<HTMLSpanElement>(null);
  const bar = useRef<HTMLElement>(null);
  const tile = useRef<HTMLLIElement>(null);
  const words = strings.loops;
  const { startUs, barUs, bars } = recording;
  useEffect(
    () =>
      lines.attach((nowUs) => {
        const passed = (nowUs - startUs) / barUs;
        const phase = passed < 0 ? 'waiting' : 'recording';
        const now = passed < 0 ? strings.loops.waiting : recordingBarText(Math.floor(passed) + 1, bars);
        if (text.current !== null && text.current.textContent !== now) text.current.textContent = now;
        if (tile.current !== null) tile.current.dataset['phase'] = phase;
        const whole = bars === 0 ? Math.max(1, Math.ceil(passed)) : bars;
        const part = passed < 0 ? 1 + Math.max(-1, passed) : Math.min(1, passed / whole);
        if (bar.current !== null) bar.current.style.scale = `${part} 1`;
      }),
    [lines, startUs, barUs, bars],
  );
  const player = place.players.find(({ participantId }) => participantId === recording.participant);
  return (
    <li
      ref={tile}
      className="loop-tile recording"
      aria-label={
        loop === undefined
          ? words.recordingInto({ number: recording.slot + 1 })
          : words.overdubbing({ name: loop.name })
      }
      style={{ '--player': player?.color ?? unknownColor } as CSSProperties}
    >
      <p className="loop-head">
        <span className="loop-name" role="status" ref={text} />
        <bdi className="loop-owner muted">{player?.name}</bdi>
      </p>
      <div className="loop-roll">
        {loop !== undefined && <LoopPicture content={loop.content} pattern={0} />}
        <i className="recording-bar" ref={bar} aria-hidden="true" />
      </div>
      <div className="loop-buttons">
        {bars === 0 && recording.kind === 'record' && (
          <IconButton className="loop-play" label={words.finish} onClick={() => loops.endRecording(true)}>
            <Square />
          </IconButton>
        )}
        <IconButton label={words.cancel} onClick={() => loops.endRecording(false)}>
          <X />
        </IconButton>
        <span className="muted loop-hint">{bars === 0 ? words.finishHint : words.endsByItself}</span>
      </div>
    </li>
  );
}

/** Says where the loop is, or what it waits for; written without rendering. */
function Where({ loop, state }: { readonly loop: Loop; readonly state: ReturnType<typeof useLoopState>['state'] }) {
  const { lines } = useLoopsParts();
  const { beatsPerBar } = useLoopPlace();
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (state !== 'playing') return undefined;
    const bar = loopLimits.ticksPerBeat * (loop.content.kind === 'recorded' ? loop.content.beatsPerBar : beatsPerBar);
    return lines.attach((nowUs) => {
      const { tick, lengthTicks } = lines.positionOf(loop, nowUs);
      const words = strings.loops.where({ bar: Math.floor(tick / bar) + 1, bars: Math.ceil(lengthTicks / bar) });
      if (text.current !== null && text.current.textContent !== words) text.current.textContent = words;
    });
  }, [lines, loop, state, beatsPerBar]);
  const words = strings.loops.states;
  return (
    <span className="loop-where muted" ref={state === 'playing' ? text : undefined} key={state}>
      {state === 'playing' ? null : words[state]}
    </span>
  );
}

/** The place where the loop is, moved without rendering. */
function Line({ loop }: { readonly loop: Loop }) {
  const { lines } = useLoopsParts();
  const line = useRef<HTMLElement>(null);
  useEffect(
    () =>
      lines.attach((nowUs) => {
        if (line.current === null) return;
        const { isPlaying, tick, lengthTicks } = lines.positionOf(loop, nowUs);
        line.current.hidden = !isPlaying;
        if (isPlaying) line.current.style.translate = `${(tick / lengthTicks) * 100}% 0`;
      }),
    [lines, loop],
  );
  return <i className="loop-line" ref={line} hidden aria-hidden="true" />;
}

function colorOf({ players }: LoopPlace, userId: string): string {
  return players.find((player) => player.userId === userId)?.color ?? unknownColor;
}

function barsOf({ content }: Loop, pattern: number, { beatsPerBar }: LoopPlace): number {
  if (content.kind === 'recorded') return content.bars;
  return Math.max(1, (content.patterns[pattern]?.steps ?? 1) / (content.stepsPerBeat * beatsPerBar));
}

/** @param bars of the loop; 0 while it has no length yet. */
function recordingBarText(bar: number, bars: number): string {
  return strings.loops.recordingBar({ bar: bars === 0 ? bar : Math.min(bar, bars), bars });
}
