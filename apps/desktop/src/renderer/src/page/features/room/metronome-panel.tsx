import { Metronome, Minus, Play, Plus, Square, Volume2, VolumeX } from 'lucide-react';
import { useRef, useState } from 'react';
import type { MetronomeSetting } from '../../../contract/messages.ts';
import { useClick } from '../../playing/metronome/click-store.ts';
import { boundedBpm, type Taps, tap, tappedBpm } from '../../playing/metronome/tap-tempo.ts';
import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Range } from '../../ui/range.tsx';
import { countRender } from '../../ui/render-count.ts';
import { Select } from '../../ui/select.tsx';
import { BeatDots, IntervalBars } from './beat-dots.tsx';
import { ClickSettings, PulseSwitch } from './click-settings.tsx';
import { useRoomParts } from './room-parts.ts';
import { useTime } from './time-store.ts';
import { useMaySetMetronome, useTimeSetterText } from './use-may-set-time.ts';
import './metronome.css';
import { limits } from '@roomtone/protocol';
import { plainClick } from '@roomtone/sdk/extras';

const words = roomStrings.metronome;
const barLengths = Array.from({ length: 32 }, (_, index) => ({ value: index + 1, name: String(index + 1) }));

/** Shows the tempo and the beat; opens the metronome's settings. */
export function MetronomeButton() {
  countRender();
  const { bpm: exact, beatsPerBar, running } = useTime((state) => state.transport);
  const intervalBars = useTime((state) => state.mode.intervalBars);
  const bpm = bpmText(exact);
  return (
    <Popover
      label={words.title}
      isTitled
      align="end"
      className="metronome-panel"
      trigger={
        <Button className="pill" aria-label={words.open({ bpm })} data-running={running ? '' : undefined}>
          <Metronome />
          <span>{bpm}</span>
          <span className="muted pill-word">{words.bpm}</span>
          <BeatDots beatsPerBar={beatsPerBar} maxDots={6} />
          {intervalBars > 0 && <IntervalBars bars={intervalBars} />}
        </Button>
      }
    >
      <Settings />
      <OwnClick />
      <PulseSwitch />
    </Popover>
  );
}

/** The room's tempo, beats in a bar and running state, which its owner and moderators set. */
function Settings() {
  const { time } = useRoomParts();
  const transport = useTime((state) => state.transport);
  const intervalBars = useTime((state) => state.mode.intervalBars);
  const maySet = useMaySetMetronome();
  const [countIn, setCountIn] = useState(true);
  const [failure, setFailure] = useState<string>();
  /** Values chosen here that the server has not confirmed yet. */
  const [chosen, setChosen] = useState<Partial<MetronomeSetting>>({});
  const { bpm, beatsPerBar, running } = {
    bpm: transport.bpm,
    beatsPerBar: transport.beatsPerBar,
    running: transport.running,
    ...chosen,
  };
  const set = (change: Partial<MetronomeSetting>) => {
    setFailure(undefined);
    const next = { ...chosen, ...change };
    setChosen(next);
    time
      .setMetronome({ bpm, beatsPerBar, running, countIn, ...change })
      .catch((error: unknown) => setFailure(failureText(error)))
      .finally(() => setChosen((now) => (now === next ? {} : now)));
  };
  const setBpm = (tempo: number) => set({ bpm: boundedBpm(tempo) });
  return (
    <fieldset className="metronome-settings" disabled={!maySet} aria-describedby="metronome-setter">
      <legend className="visually-hidden">{words.title}</legend>
      <div className="tempo">
        <IconButton label={words.slower} onClick={() => setBpm(bpm - 1)}>
          <Minus />
        </IconButton>
        <TempoField bpm={bpm} onSet={setBpm} />
        <IconButton label={words.faster} onClick={() => setBpm(bpm + 1)}>
          <Plus />
        </IconButton>
      </div>
      <BeatDots beatsPerBar={beatsPerBar} maxDots={barLengths.length} />
      {intervalBars > 0 && <IntervalBars bars={intervalBars} />}
      <div className="metronome-row">
        <TapButton onTempo={setBpm} />
        <Select
          layout="row"
          label={words.beatsPerBar}
          value={beatsPerBar}
          options={barLengths}
          onChange={(event) => {
            // The accents were those of another bar.
            const { click = plainClick } = transport;
            set({ beatsPerBar: Number(event.currentTarget.value), click: { ...click, accents: [] } });
          }}
        />
      </div>
      <div className="metronome-row">
        <Button kind="main" size="large" className="start" onClick={() => set({ running: !running })}>
          {running ? <Square /> : <Play />}
          {running ? words.stop : words.start}
        </Button>
        <Checkbox checked={countIn} onChange={(event) => setCountIn(event.currentTarget.checked)}>
          {words.countIn}
        </Checkbox>
      </div>
      <ClickSettings
        click={chosen.click ?? transport.click}
        beatsPerBar={beatsPerBar}
        onChange={(click) => set({ click })}
      />
      <TimeSetterHint id="metronome-setter" maySet={maySet} isRunning={running} />
      {failure !== undefined && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
    </fieldset>
  );
}

interface TimeSetterHintProps {
  readonly id: string;
  readonly maySet: boolean;
  readonly isRunning: boolean;
}

/** Says why the metronome cannot be set here, or when a change will take effect. */
function TimeSetterHint({ id, maySet, isRunning }: TimeSetterHintProps) {
  const setter = useTimeSetterText(words);
  if (maySet && !isRunning) return null;
  return (
    <p id={id} className="muted">
      {maySet ? words.atBarLine : setter}
    </p>
  );
}

/** The click's volume on this device only. */
function OwnClick() {
  const { volume, muted } = useClick();
  const label = muted ? words.unmute : words.mute;
  return (
    <div className="own-click">
      <span className="muted">{words.yours}</span>
      <IconButton label={label} onClick={() => useClick.setState({ muted: !muted })}>
        {muted ? <VolumeX /> : <Volume2 />}
      </IconButton>
      <Range
        aria-label={words.volume}
        min={0}
        max={1}
        step={0.01}
        value={muted ? 0 : volume}
        onChange={(value) => useClick.setState({ volume: value, muted: false })}
      />
    </div>
  );
}

function bpmText(bpm: number): string {
  return String(Math.round(bpm * 10) / 10);
}

/** Reports the tapped tempo from the third tap on. */
function TapButton({ onTempo }: { readonly onTempo: (bpm: number) => void }) {
  const taps = useRef<Taps>([]);
  const take = (atMs: number) => {
    taps.current = tap(taps.current, atMs);
    const bpm = tappedBpm(taps.current);
    if (bpm !== undefined && taps.current.length > 2) onTempo(bpm);
  };
  return (
    <Button
      size="large"
      className="tap"
      title={roomStrings.metronome.tapHint}
      // Measured at pointerdown, which is when the finger lands. The keyboard has only click.
      onPointerDown={(event) => take(event.timeStamp)}
      onClick={(event) => {
        if (event.detail === 0) take(event.timeStamp);
      }}
    >
      {roomStrings.metronome.tap}
    </Button>
  );
}

interface TempoFieldProps {
  readonly bpm: number;
  readonly onSet: (bpm: number) => void;
}

/** The tempo as a large number that can be edited. Enter or leaving the field sets it. */
function TempoField({ bpm, onSet }: TempoFieldProps) {
  const [draft, setDraft] = useState<string>();
  const { min, max } = limits.metronome.tempo;
  const commit = () => {
    setDraft(undefined);
    const typed = Number(draft);
    if (draft !== undefined && draft.trim() !== '' && Number.isFinite(typed) && typed !== bpm) onSet(typed);
  };
  return (
    <label className="tempo-field">
      <input
        type="number"
        aria-label={roomStrings.metronome.tempo}
        min={min / 1000}
        max={max / 1000}
        value={draft ?? Math.round(bpm * 10) / 10}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      <span className="muted">{roomStrings.metronome.bpm}</span>
    </label>
  );
}
