import type { LearnedAction } from '../../contract/midi-learn.ts';
import { inputFrom } from '../../contract/midi-mapping.ts';
import type { LoopsController } from '../features/loops/loops-controller.ts';
import type { Recorder } from '../features/recording/recorder.ts';
import { useRecording } from '../features/recording/recording-store.ts';
import type { RoomController } from '../features/room/room-controller.ts';
import type { TimeController } from '../features/room/time-controller.ts';
import { entryBeside, useSetList } from '../features/sheets/set-list-store.ts';
import type { SheetController } from '../features/sheets/sheet-controller.ts';
import { useInput } from '../playing/input/input-store.ts';
import { useVoice } from '../playing/voice/voice-store.ts';
import { roomStrings } from '../room-strings.ts';
import { signed } from '../strings/formats.ts';
import { failureText } from '../ui/failure-text.ts';
import { notify } from '../ui/toast-store.ts';
import type { RoomSheets } from './room-sheets.ts';

export interface ActionParts {
  readonly recorder: Recorder;
  readonly room: RoomController;
  readonly time: TimeController;
  readonly sheets: SheetController;
  readonly ofRoom: Pick<RoomSheets, 'openEntry'>;
  readonly loops: LoopsController;
}

const octave = 12;

/** Does what a learned pad, knob, pedal or key is for. @param timeUs when it was pressed, local clock */
export function actLearned(parts: ActionParts, action: LearnedAction, timeUs: number): void {
  const { recorder, room, time, sheets, ofRoom, loops } = parts;
  const acts: Readonly<Record<LearnedAction, () => unknown>> = {
    nextPage: () => sheets.pages?.turn(1),
    previousPage: () => sheets.pages?.turn(-1),
    nextBar: () => sheets.step(1),
    previousBar: () => sheets.step(-1),
    nextPiece: () => openPiece(1),
    previousPiece: () => openPiece(-1),
    record: () => (useRecording.getState().sinceMs === undefined ? recorder.start() : recorder.stop()),
    loop: () => loops.recordOrEnd?.(),
    metronome: () => time.toggleMetronome(),
    tapTempo: () => time.tap(timeUs / 1000),
    talk: () => useVoice.getState().toggle?.(),
    panic: () => room.panic(),
    octaveDown: () => transpose(-octave),
    octaveUp: () => transpose(octave),
  };
  Promise.resolve(acts[action]()).catch((error: unknown) => notify(failureText(error)));

  function openPiece(by: 1 | -1): Promise<void> | undefined {
    const entry = entryBeside(useSetList.getState(), by);
    return entry && ofRoom.openEntry(entry.entryId);
  }
}

/** Transposes MIDI keyboards, as far as that goes. */
function transpose(semitones: number): void {
  const settings = useInput.getState();
  const wanted = settings.transpose + semitones;
  // Beyond the bounds the default would come back.
  if (inputFrom({ ...settings, transpose: wanted }).transpose === wanted) useInput.setState({ transpose: wanted });
  const steps = useInput.getState().transpose;
  notify(roomStrings.controls.transposed({ steps, signed: signed(steps) }));
}
