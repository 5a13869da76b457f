import { Keyboard, KeyboardMusic, Volume2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useParts } from '../app-parts.ts';
import { useAudio } from '../performance/audio-store.ts';
import { useMidi } from '../performance/midi-store.ts';
import { useOctave } from '../performance/octave-store.ts';
import { strings } from '../strings.ts';
import { countRender } from '../ui/render-count.ts';
import { InputButton } from './input-panel.tsx';
import { KeyboardSpan } from './keyboard-span.tsx';
import { PanicButton } from './panic-button.tsx';
import { useRoom } from './room-store.ts';
import './status-line.css';

/** The instrument's state: what plays, what one hears. */
export function StatusLine() {
  countRender();
  const isGuest = useRoom((state) => state.guest);
  return (
    <footer className="status">
      {!isGuest && <MidiState />}
      {!isGuest && <InputButton />}
      <AudioState />
      {!isGuest && <ComputerKeys />}
      <span className="status-end">
        <KeyboardSpan />
        <PanicButton />
        <Voices />
      </span>
    </footer>
  );
}

function MidiState() {
  const { midi } = useParts();
  const { status, devices } = useMidi();
  const words = strings.status;
  const button = (text: string) => (
    <button type="button" className="status-link" onClick={() => void midi.connect()}>
      {text}
    </button>
  );
  return (
    <span className="status-item" role="status">
      <KeyboardMusic />
      {status === 'off' && button(words.connectMidi)}
      {status === 'denied' && button(words.midiDenied)}
      {status === 'failed' && button(words.midiFailed)}
      {status === 'asking' && words.askingMidi}
      {status === 'unsupported' && words.midiUnsupported}
      {status === 'on' && (devices.map((device) => device.name).join(', ') || words.noMidi)}
    </span>
  );
}

function AudioState() {
  // Not the whole store: the voices in it change with every note.
  const status = useAudio((state) => state.status);
  const latencyMs = useAudio((state) => state.latencyMs);
  const words = strings.status;
  const text = {
    waiting: words.clickToHear,
    starting: words.startingAudio,
    on: latencyMs > 0 ? `${words.audioOn} · ${words.latency(latencyMs)}` : words.audioOn,
    blocked: words.audioBlocked,
    failed: words.audioFailed,
  }[status];
  return (
    <span className="status-item" role="status" data-audio={status}>
      <Volume2 />
      {/* Any click starts the sound; this one is for those who look for it. */}
      {status === 'waiting' ? (
        <button type="button" className="status-link">
          {text}
        </button>
      ) : (
        text
      )}
    </span>
  );
}

function ComputerKeys() {
  const baseNote = useOctave((state) => state.baseNote);
  return (
    <span className="status-item computer-keys">
      <Keyboard />
      {strings.status.computerKeys(`C${baseNote / 12 - 1}`)}
    </span>
  );
}

/** Written past React: how many notes sound changes with every note. */
function Voices() {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = ({ voices }: { voices: number }) => {
      if (element.current !== null) element.current.textContent = strings.status.voices(voices);
    };
    write(useAudio.getState());
    return useAudio.subscribe(write);
  }, []);
  return <span ref={element} className="status-item voices" />;
}
