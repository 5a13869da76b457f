import { Mic, MicOff } from 'lucide-react';
import { useVoice } from '../../playing/voice/voice-store.ts';
import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { countRender } from '../../ui/render-count.ts';
import { useVoiceController } from './voice-parts.ts';
import './voice.css';

/** Connects the user's microphone to the room, and disconnects it. While it is open, a red dot says so. */
export function TalkButton() {
  countRender();
  const voice = useVoiceController();
  const talking = useVoice((state) => state.talking);
  const isOpen = useVoice((state) => state.isOpen);
  const words = roomStrings.voice;
  if (talking !== 'on') {
    const text = talking === 'asking' ? words.asking : words.talk;
    return (
      <Button className="pill talk" aria-label={text} title={words.talkHint} onClick={() => void voice.talk()}>
        <Mic />
        <span className="pill-word">{text}</span>
      </Button>
    );
  }
  return (
    <Button
      className="pill talk"
      aria-label={`${isOpen ? words.open : words.closed}: ${words.stop}`}
      title={words.stop}
      data-mic={isOpen ? 'open' : 'closed'}
      onClick={() => void voice.hush()}
    >
      {isOpen ? <i className="live-dot" /> : <MicOff />}
      <span className="pill-word">{isOpen ? words.open : words.closed}</span>
    </Button>
  );
}
