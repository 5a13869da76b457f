import { Mic, MicOff, Settings2, X } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { useKeyLabels } from '../../playing/piano/key-labels.ts';
import { useVoice, useVoiceChoices } from '../../playing/voice/voice-store.ts';
import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useVoiceController } from './voice-parts.ts';

const VoicePanel = lazy(async () => ({ default: (await import('./voice-panel.tsx')).VoicePanel }));

/** The key that opens the microphone while it is held. */
const holdCode = 'KeyV';

/** Below the header while the microphone is connected, or could not be: what the room hears, and how to change that. */
export function TalkBar() {
  const talking = useVoice((state) => state.talking);
  const failure = useVoice((state) => state.failure);
  if (talking === 'on') return <Talking />;
  if (failure === undefined) return null;
  return (
    <div className="rights-bar talk-bar" role="alert">
      <MicOff />
      <span>{roomStrings.voice.failures[failure]}</span>
      <IconButton label={roomStrings.voice.dismiss} onClick={() => useVoice.setState({ failure: undefined })}>
        <X />
      </IconButton>
    </div>
  );
}

function Talking() {
  const voice = useVoiceController();
  const isOpen = useVoice((state) => state.isOpen);
  const mode = useVoiceChoices((state) => state.mode);
  const words = roomStrings.voice;
  useEffect(() => holdByKey((isHeld) => voice.hold('key', isHeld)), [voice]);
  return (
    <section className="rights-bar talk-bar" aria-label={words.title} data-mic={isOpen ? 'open' : 'closed'}>
      {isOpen ? <i className="live-dot" /> : <MicOff />}
      <span>
        <OwnState />
        <Way />
      </span>
      {mode === 'hold' && <HoldButton />}
      <Popover
        label={words.settings}
        isTitled
        align="end"
        className="voice-panel"
        trigger={
          <IconButton label={words.settings}>
            <Settings2 />
          </IconButton>
        }
      >
        <Suspense>
          <VoicePanel />
        </Suspense>
      </Popover>
      <Button className="stop-talking" onClick={() => void voice.hush()}>
        {words.stop}
      </Button>
    </section>
  );
}

/** Not announced: it changes with every phrase that is played. */
function OwnState() {
  const isOpen = useVoice((state) => state.isOpen);
  const mode = useVoiceChoices((state) => state.mode);
  const labels = useKeyLabels();
  const words = roomStrings.voice.states;
  if (isOpen) return words.open;
  return mode === 'hold' ? words.hold({ key: labels[holdCode] ?? 'V' }) : words.playing;
}

function Way() {
  const way = useVoice((state) => state.way);
  const port = useVoice((state) => state.port);
  const words = roomStrings.voice.states;
  return (
    <span className="talk-way" role="status">
      {way === 'connecting' && words.connecting}
      {way === 'unreachable' && words.unreachable({ port: port === 0 ? '7420' : String(port) })}
      {way === 'unavailable' && words.unavailable}
    </span>
  );
}

function HoldButton() {
  const voice = useVoiceController();
  const isOpen = useVoice((state) => state.isOpen);
  const release = () => voice.hold('button', false);
  useEffect(() => () => voice.hold('button', false), [voice]);
  return (
    <Button
      kind="main"
      className="hold-to-talk"
      aria-pressed={isOpen}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        voice.hold('button', true);
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onLostPointerCapture={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        // The space bar is the sustain pedal elsewhere.
        event.preventDefault();
        event.stopPropagation();
        voice.hold('button', true);
      }}
      onKeyUp={release}
      onBlur={release}
    >
      <Mic />
      {roomStrings.voice.hold}
    </Button>
  );
}

/** Calls back while the key is held, unless it is typed. Returns a function that stops it. */
function holdByKey(onHold: (isHeld: boolean) => void): () => void {
  const handleDown = (event: KeyboardEvent) => {
    if (event.code !== holdCode || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof Element && target.closest('input, textarea, select, [role=dialog]') !== null) return;
    onHold(true);
  };
  const handleUp = (event: KeyboardEvent) => {
    if (event.code === holdCode) onHold(false);
  };
  const handleBlur = () => onHold(false);
  window.addEventListener('keydown', handleDown);
  window.addEventListener('keyup', handleUp);
  window.addEventListener('blur', handleBlur);
  return () => {
    window.removeEventListener('keydown', handleDown);
    window.removeEventListener('keyup', handleUp);
    window.removeEventListener('blur', handleBlur);
    onHold(false);
  };
}
