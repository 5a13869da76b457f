import type { LearnedAction } from '../../contract/midi-learn.ts';
import { inputFrom } from '../../contract/midi-mapping.ts';
import type { Recorder } from '../features/recording/recorder.ts';
import { useRecording } from '../features/recording/recording-store.ts';
import type { RoomController } from '../features/room/room-controller.ts';
import type { TimeController } from '../features/room/time-controller.ts';
import { useInput } from '../playing/input/input-store.ts';
import { strings } from '../strings.ts';
import { failureText } from '../ui/failure-text.ts';
import { notify } from '../ui/toast-store.ts';

export interface ActionParts {
  readonly recorder: Recorder;
  readonly room: RoomController;
  readonly time: TimeController;
}

const octave = 12;

/** Returns what does the actions of learned pads, knobs and pedals. */
export function learnedActions({ recorder, room, time }: ActionParts): (action: LearnedAction) => void {
  return (action) => {
    switch (action) {
      case 'record':
        if (useRecording.getState().sinceMs === undefined) recorder.start();
        else void recorder.stop();
        break;
      case 'metronome':
        time.toggleMetronome().catch((error: unknown) => notify(failureText(error)));
        break;
      case 'panic':
        room.panic();
        break;
      case 'octaveDown':
        transpose(-octave);
        break;
      case 'octaveUp':
        transpose(octave);
        break;
    }
  };
}

/** Transposes MIDI keyboards, as far as that goes. */
function transpose(semitones: number): void {
  const settings = useInput.getState();
  const wanted = settings.transpose + semitones;
  // Beyond the bounds the default would come back.
  if (inputFrom({ ...settings, transpose: wanted }).transpose === wanted) useInput.setState({ transpose: wanted });
  notify(strings.settings.learn.transposed(useInput.getState().transpose));
}
