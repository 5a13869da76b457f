import { useEffect, useRef, useState } from 'react';
import { useVoice, useVoiceChoices } from '../../playing/voice/voice-store.ts';
import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Choices } from '../../ui/choice.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useVoiceController } from './voice-parts.ts';

const modes = ['open', 'hold'] as const;

/** How the user talks: with which microphone, and when it is open. */
export function VoicePanel() {
  const { mode, closesForNotes, lowersNotes } = useVoiceChoices();
  const words = roomStrings.voice;
  return (
    <>
      <MicrophoneField />
      <Level />
      <Test />
      <Choices legend={words.mode}>
        {modes.map((each) => (
          <Choice
            key={each}
            name="voice-mode"
            checked={mode === each}
            onChange={() => useVoiceChoices.setState({ mode: each })}
          >
            {words.modes[each]}
          </Choice>
        ))}
      </Choices>
      <Switch
        label={words.closesForNotes}
        hint={words.closesForNotesHint}
        checked={closesForNotes}
        disabled={mode === 'hold'}
        onChange={(event) => useVoiceChoices.setState({ closesForNotes: event.currentTarget.checked })}
      />
      <Switch
        label={words.lowersNotes}
        checked={lowersNotes}
        onChange={(event) => useVoiceChoices.setState({ lowersNotes: event.currentTarget.checked })}
      />
      <p className="muted">{words.headphones}</p>
    </>
  );
}

function MicrophoneField() {
  const voice = useVoiceController();
  const microphones = useVoice((state) => state.microphones);
  const chosen = useVoiceChoices((state) => state.microphone);
  const words = roomStrings.voice;
  const isHere = microphones.some(({ id }) => id === chosen);
  return (
    <Select
      label={words.microphone}
      value={isHere ? chosen : ''}
      options={[
        { value: '', name: words.systemMicrophone },
        ...microphones.map(({ id, label }) => ({ value: id, name: label })),
      ]}
      onChange={(event) => void voice.choose(event.currentTarget.value)}
    />
  );
}

/** Written without rendering, because it moves all the time. */
function Level() {
  const voice = useVoiceController();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      bar.current?.style.setProperty('scale', `${voice.level()} 1`);
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [voice]);
  return (
    <div className="voice-level">
      <span className="field-label">{roomStrings.voice.level}</span>
      <span className="voice-meter" aria-hidden="true">
        <i ref={bar} />
      </span>
    </div>
  );
}

function Test() {
  const voice = useVoiceController();
  const [step, setStep] = useState<'idle' | 'recording' | 'playing'>('idle');
  const words = roomStrings.voice;
  const test = async () => {
    setStep('recording');
    await voice.test(() => setStep('playing')).catch(() => {});
    setStep('idle');
  };
  return (
    <p className="voice-test">
      <Button disabled={step !== 'idle'} onClick={() => void test()}>
        {words.test}
      </Button>
      <span className="muted" role="status">
        {step === 'idle' && words.testHint}
        {step === 'recording' && words.testing}
        {step === 'playing' && words.replaying}
      </span>
    </p>
  );
}
