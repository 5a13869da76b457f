import {
  ChevronLeft,
  ChevronRight,
  Keyboard,
  KeyboardMusic,
  TriangleAlert,
  Volume2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { shownName } from '../../../../../shared/device-names.ts';
import { useMidi } from '../../playing/input/midi-store.ts';
import { useKeyLabels } from '../../playing/piano/key-labels.ts';
import { useOctave } from '../../playing/piano/octave-store.ts';
import { PedalButton } from '../../playing/piano/pedal-button.tsx';
import { useTouch } from '../../playing/piano/touch-store.ts';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { useAudio } from '../../playing/sound/audio-store.ts';
import { instrumentName } from '../../playing/sounds/instrument-names.ts';
import { useSounds } from '../../playing/sounds/sound-store.ts';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Popover } from '../../ui/popover.tsx';
import { countRender } from '../../ui/render-count.ts';
import { InputButton } from './input-panel.tsx';
import { lateSoundMs } from './late-sound.ts';
import { LitKeysButton } from './lit-keys-panel.tsx';
import { openRoomDialog } from './room-dialog-store.ts';
import { useRoom } from './room-store.ts';
import { httpsAddress, SoundPanel } from './sound-panel.tsx';
import './status-line.css';
import { type KeyboardView, panned, spanOf, wholeKeyboard, zoomed } from '../../playing/piano/keyboard-view.ts';
import { useKeyboardView } from '../../playing/piano/keyboard-view-store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useRoomParts } from './room-parts.ts';

/** The state of the connections. Figures are shown only when something is wrong with them. */
export function StatusLine() {
  countRender();
  const isGuest = useRoom((state) => state.guest);
  return (
    <footer className="status" ref={useVoiceCount()}>
      {!isGuest && <MidiState />}
      {!isGuest && <InputButton />}
      <AudioState />
      <SoundTrouble />
      {!isGuest && <ComputerKeys />}
      <span className="status-end">
        {!isGuest && <PedalButton />}
        <KeyboardSpan />
        <PanicButton />
      </span>
    </footer>
  );
}

function MidiState() {
  const { midi } = usePlayingParts();
  const { status, inputs, busy } = useMidi();
  const words = strings.status;
  const named = (name: string) =>
    busy.includes(name) ? roomStrings.devices.busyName({ device: shownName(name) }) : shownName(name);
  const button = (text: string) => (
    <button type="button" className="status-link" onClick={() => void midi.connect()}>
      {text}
    </button>
  );
  return (
    <span className="status-item" role="status" data-midi={status}>
      <KeyboardMusic />
      {status === 'off' && button(words.connectMidi)}
      {status === 'denied' && button(words.midiDenied)}
      {status === 'failed' && button(words.midiFailed)}
      {status === 'asking' && <span>{words.askingMidi}</span>}
      {status === 'unsupported' && <span>{words.midiUnsupported}</span>}
      {status === 'absent' && <span>{words.midiAbsent}</span>}
      {status === 'on' && <span>{inputs.map(named).join(', ') || words.noMidi}</span>}
    </span>
  );
}

function AudioState() {
  // Not the whole store, because the number of voices changes with every note.
  const status = useAudio((state) => state.status);
  const latencyMs = useAudio((state) => state.latencyMs);
  const piano = useSounds((state) => state.piano);
  const words = strings.status;
  const withLatency = (text: string) =>
    latencyMs > lateSoundMs ? `${text} · ${words.lateSound({ ms: latencyMs })}` : text;
  const text = {
    waiting: words.clickToHear,
    starting: words.startingAudio,
    on: withLatency(words.audioOn),
    simple: withLatency(words.audioSimple),
    failed: words.audioFailed,
  }[status];
  return (
    <span className="status-item" role="status" data-audio={status} data-piano={piano}>
      {status === 'failed' && <Volume2 />}
      {/* Any click starts the audio; this button also opens the panel. */}
      {status === 'failed' ? (
        text
      ) : (
        <Popover
          label={roomStrings.sound.title}
          isTitled
          side="top"
          align="start"
          className="sound-panel"
          trigger={
            <button type="button" className="status-link status-sound">
              <Volume2 />
              <span>{text}</span>
            </button>
          }
        >
          <SoundPanel />
        </Popover>
      )}
      {status === 'simple' && (
        <a className="status-link" href={httpsAddress()}>
          {words.openByHttps}
        </a>
      )}
      {(status === 'on' || status === 'simple') && <Samples />}
    </span>
  );
}

/** Loading progress of the samples. Until they are ready, a simple sound plays. */
function Samples() {
  const { engine } = usePlayingParts();
  const piano = useSounds((state) => state.piano);
  const percent = useSounds((state) => Math.floor(state.pianoLoadedPart * 100));
  const [instrument] = useSounds((state) => state.loading);
  const words = strings.status;
  if (piano === 'failed') {
    return (
      <button type="button" className="status-link" onClick={() => void engine.sounds.loadPiano()}>
        {words.pianoFailed}
      </button>
    );
  }
  if (instrument !== undefined) return <span>{words.instrumentComing({ name: instrumentName(instrument) })}</span>;
  return piano === 'loading' ? <span>{words.pianoComing({ loaded: percent / 100 })}</span> : null;
}

function ComputerKeys() {
  const baseNote = useOctave((state) => state.baseNote);
  const labels = useKeyLabels();
  const words = strings.status;
  return (
    <button type="button" className="status-item computer-keys" onClick={() => openRoomDialog({ kind: 'shortcuts' })}>
      <Keyboard />
      {words.computerKeys({ key: labels['KeyA'] ?? 'A', note: `C${baseNote / 12 - 1}` })}
      <span className="status-link">{roomStrings.shortcuts.title}</span>
    </button>
  );
}

/** From this share of real time on, the audio thread has no reserve. */
const heavyLoad = 0.75;

/** Says that sound breaks off or is about to, and what helps. */
function SoundTrouble() {
  const isHeavy = useAudio((state) => state.load > heavyLoad);
  const dropouts = useAudio((state) => state.dropouts);
  const words = strings.status;
  if (!isHeavy && dropouts === 0) return null;
  return (
    <span className="status-item trouble" role="status">
      <TriangleAlert />
      <b>{dropouts > 0 ? words.dropouts({ count: dropouts }) : words.heavyLoad}</b>
      <span>{words.closePrograms}</span>
    </span>
  );
}

/** Writes the number of sounding voices to the element without rendering, because it changes with every note. */
function useVoiceCount() {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const write = ({ voices }: { voices: number }) => {
      if (element.current !== null) element.current.dataset['voices'] = String(voices);
    };
    write(useAudio.getState());
    return useAudio.subscribe(write);
  }, []);
  return element;
}

/** Stops every sound: the user's own notes for everybody, and everybody's notes here. */
function PanicButton() {
  const { room } = useRoomParts();
  return (
    <button
      type="button"
      className="status-link panic"
      title={roomStrings.keyboard.panicHint}
      onClick={() => room.panic()}
    >
      {roomStrings.keyboard.panic}
    </button>
  );
}

/** Changes how many keys are shown, and which. */
function KeyboardSpan() {
  const view = useKeyboardView();
  const words = roomStrings.keyboard;
  return (
    <fieldset className="status-item keyboard-span">
      <legend className="visually-hidden">{words.view}</legend>
      {spanOf(view) < spanOf(wholeKeyboard) && (
        <span className="octaves">
          <Move label={words.lower} icon={<ChevronLeft />} to={panned(view, -1)} from={view} />
          <Move label={words.higher} icon={<ChevronRight />} to={panned(view, 1)} from={view} />
        </span>
      )}
      <LitKeysButton />
      <Zoom label={words.fewer} icon={<ZoomIn />} to={zoomed(view, 1)} from={view} />
      <Zoom label={words.more} icon={<ZoomOut />} to={zoomed(view, -1)} from={view} />
    </fieldset>
  );
}

interface ViewButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly from: KeyboardView;
  readonly to: KeyboardView;
}

function Zoom({ to, ...button }: ViewButtonProps) {
  return <ViewButton {...button} to={to} onClick={() => useKeyboardView.setState({ ...to, isChosen: true })} />;
}

function Move({ to, ...button }: ViewButtonProps) {
  return <ViewButton {...button} to={to} onClick={() => useKeyboardView.setState(to)} />;
}

function ViewButton({ label, icon, from, to, onClick }: ViewButtonProps & { readonly onClick: () => void }) {
  const isLocked = useTouch((state) => state.isLocked);
  const isUnchanged = isLocked || (from.left === to.left && from.width === to.width);
  return (
    <IconButton label={label} disabled={isUnchanged} onClick={onClick}>
      {icon}
    </IconButton>
  );
}
