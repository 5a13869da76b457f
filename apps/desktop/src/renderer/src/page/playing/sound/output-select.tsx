import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { usePlayingParts } from '../playing-parts.ts';
import { useAudio } from './audio-store.ts';
import './output-select.css';

const words = roomStrings.sound;

/** The choice of the output device by its name; nothing if the browser allows none. */
export function OutputSelect() {
  const { engine } = usePlayingParts();
  const { canChooseOutput, outputs, output, awayOutput } = useAudio();
  if (!canChooseOutput) return null;
  if (outputs.length === 0) {
    return (
      <div className="sound-output">
        <span className="field-label">{words.output}</span>
        <Tooltip text={words.chooseOutputHint}>
          <Button onClick={() => void engine.output.list()}>{words.chooseOutput}</Button>
        </Tooltip>
      </div>
    );
  }
  const away = awayOutput !== undefined && !outputs.some(({ id }) => id === awayOutput.id) ? [awayOutput] : [];
  return (
    <Select
      label={words.output}
      hint={awayOutput === undefined ? undefined : words.outputAway}
      value={output}
      options={[
        { value: '', name: words.systemOutput },
        ...outputs.map(({ id, label }) => ({ value: id, name: label })),
        ...away.map(({ id, label }) => ({ value: id, name: roomStrings.devices.away({ device: label }) })),
      ]}
      onChange={(event) => void engine.output.choose(event.currentTarget.value)}
    />
  );
}
