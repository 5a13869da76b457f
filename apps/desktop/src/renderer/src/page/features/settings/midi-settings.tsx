import { isAppleTouch } from '../../playing/input/apple-touch.ts';
import { DevicesView } from '../../playing/input/devices-view.tsx';
import { useMidi } from '../../playing/input/midi-store.ts';
import { ZonesView } from '../../playing/input/zones-view.tsx';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { LearnSettings } from './learn-settings.tsx';

const words = strings.settings;
const nobody: ReadonlyMap<string, string> = new Map();

/** MIDI keyboards and outputs, or what is in the way of them. */
export function MidiSettings() {
  const { status, hasOutputs } = useMidi();
  if (status !== 'on') {
    return (
      <>
        <NoMidi />
        <LearnSettings />
      </>
    );
  }
  return (
    <>
      <DevicesView players={nobody} />
      <ZonesView />
      <LearnSettings />
      {!hasOutputs && <p className="muted">{words.noOutputs}</p>}
      <p className="muted">{words.monitorHint}</p>
    </>
  );
}

function NoMidi() {
  const { midi } = usePlayingParts();
  const status = useMidi((state) => state.status);
  const { status: texts } = strings;
  switch (status) {
    case 'unsupported':
      return <p>{isAppleTouch ? roomStrings.touch.noMidiHere : texts.midiUnsupported}</p>;
    case 'absent':
      return <p>{texts.midiAbsent}</p>;
    case 'asking':
      return <p role="status">{texts.askingMidi}</p>;
    default: {
      const offer = {
        off: texts.connectMidi,
        on: texts.connectMidi,
        denied: texts.midiDenied,
        failed: texts.midiFailed,
      };
      return (
        <p>
          <Button kind="main" onClick={() => void midi.connect()}>
            {offer[status]}
          </Button>
        </p>
      );
    }
  }
}
