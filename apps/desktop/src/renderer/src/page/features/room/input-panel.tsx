import { Cable } from 'lucide-react';
import { type InputSettings, plainInput } from '../../../contract/midi-mapping.ts';
import { velocityCurves } from '../../../contract/velocity-curve.ts';
import { openSettings } from '../../app/settings-store.ts';
import { isAppleTouch } from '../../playing/input/apple-touch.ts';
import { DevicesView } from '../../playing/input/devices-view.tsx';
import { useInput } from '../../playing/input/input-store.ts';
import { useMidi } from '../../playing/input/midi-store.ts';
import { PresetSelect } from '../../playing/input/preset-select.tsx';
import { useTouch } from '../../playing/piano/touch-store.ts';
import { roomStrings } from '../../room-strings.ts';
import { signed } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { useRoom } from './room-store.ts';
import './input-panel.css';
import { useEffect, useRef } from 'react';
import type { MonitoredMessage } from '../../playing/input/midi-monitor.ts';
import { usePlayingParts } from '../../playing/playing-parts.ts';

const shown = 14;

/** Shows the messages of MIDI keyboards as they arrive, without rendering. */
function MonitorView() {
  const { monitor } = usePlayingParts();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    let frame = 0;
    const write = () => {
      frame = 0;
      if (list.current !== null) writeRows(list.current, monitor.messages.slice(0, shown));
    };
    const stop = monitor.watch(() => {
      if (frame === 0) frame = requestAnimationFrame(write);
    });
    write();
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [monitor]);
  return (
    <section className="monitor" aria-label={roomStrings.keyboard.monitor}>
      <h3>{roomStrings.keyboard.monitor}</h3>
      <ol ref={list} data-empty={roomStrings.keyboard.nothingArrived} />
    </section>
  );
}

function writeRows(list: HTMLElement, messages: readonly MonitoredMessage[]): void {
  while (list.childElementCount < messages.length) list.append(newRow());
  for (const [index, { channel, kind, value, device }] of messages.entries()) {
    const cells = [channel === undefined ? '' : String(channel), kind, value, device];
    const row = list.children[index];
    for (const [at, text] of cells.entries()) {
      const cell = row?.children[at];
      if (cell !== undefined && cell.textContent !== text) cell.textContent = text;
    }
  }
}

function newRow(): HTMLElement {
  const row = document.createElement('li');
  for (let cell = 0; cell < 4; cell++) row.append(document.createElement('span'));
  return row;
}

/** Opens the settings and the monitor of MIDI keyboards. */
export function InputButton() {
  const words = roomStrings.keyboard;
  return (
    <Popover
      label={words.input}
      isTitled
      side="top"
      align="start"
      className="input-panel"
      trigger={
        <IconButton label={words.input}>
          <Cable />
        </IconButton>
      }
    >
      <Settings />
      <Devices />
      <MonitorView />
      <Button onClick={() => openSettings('midi')}>{strings.settings.moreMidi}</Button>
    </Popover>
  );
}

function Devices() {
  const { midi } = usePlayingParts();
  const status = useMidi((state) => state.status);
  const participants = useRoom((state) => state.participants);
  const self = useRoom((state) => state.self);
  const players = participants.filter(({ participantId, guest }) => participantId !== self && !guest);
  if (status === 'unsupported' && isAppleTouch) return <p className="muted">{roomStrings.touch.noMidiHere}</p>;
  if (status === 'off') return <Button onClick={() => void midi.connect()}>{strings.status.connectMidi}</Button>;
  return <DevicesView players={new Map(players.map(({ username, displayName }) => [username, displayName]))} />;
}

function Settings() {
  const settings = useInput();
  const isEven = useTouch((state) => state.isEven);
  const words = roomStrings.keyboard;
  const set = (change: Partial<InputSettings>) => useInput.setState(change);
  return (
    <div className="input-settings">
      <NumberSelect
        label={words.channel}
        value={settings.channel}
        options={channels.map((channel) => [channel, channel === 0 ? words.allChannels : String(channel)])}
        onChange={(channel) => set({ channel })}
      />
      <NumberSelect
        label={words.touch}
        value={velocityCurves.indexOf(settings.curve)}
        options={velocityCurves.map((curve, index) => [index, words.curves[curve]])}
        onChange={(index) => set({ curve: velocityCurves[index] ?? plainInput.curve })}
      />
      <NumberSelect
        label={roomStrings.touch.velocity}
        value={isEven ? 1 : 0}
        options={[
          [0, roomStrings.touch.byPlace],
          [1, roomStrings.touch.even],
        ]}
        onChange={(value) => useTouch.setState({ isEven: value === 1 })}
      />
      <NumberSelect
        label={words.transpose}
        value={settings.transpose}
        options={transpositions.map((steps) => [steps, words.semitones({ steps, signed: signed(steps) })])}
        onChange={(transpose) => set({ transpose })}
      />
      <PresetSelect />
    </div>
  );
}

const range = (low: number, high: number) => Array.from({ length: high - low + 1 }, (_, index) => low + index);
const channels = range(0, 16);
const transpositions = range(-24, 24).reverse();

interface NumberSelectProps {
  readonly label: string;
  readonly value: number;
  readonly options: readonly (readonly [value: number, name: string])[];
  readonly onChange: (value: number) => void;
}

function NumberSelect({ label, value, options, onChange }: NumberSelectProps) {
  return (
    <Select
      layout="row"
      label={label}
      value={value}
      options={options.map(([each, name]) => ({ value: each, name }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
