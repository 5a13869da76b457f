import { useId, useState } from 'react';
import { playerColors } from '../../playing/stage/player-appearance.ts';
import { percent } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Choice, Choices } from '../../ui/choice.tsx';
import { ChoiceChips, Swatches } from '../../ui/choice-chips.tsx';
import { Range } from '../../ui/range.tsx';
import { Select } from '../../ui/select.tsx';
import { Slider } from '../../ui/slider.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Sample } from './sample.tsx';

const instruments = ['Piano', 'Organ', 'Vibraphone'].map((name) => ({ value: name, name }));

export function FieldSamples() {
  const id = useId();
  const [volume, setVolume] = useState(1);
  const [instrument, setInstrument] = useState('Piano');
  const [color, setColor] = useState<string>(playerColors[0].color);
  return (
    <>
      <Sample name="Text field">
        <TextField label="Name" placeholder="Thursday trio" />
        <TextField label="Password" type="password" hint="At least 8 characters" defaultValue="a brass lamp" />
        <TextField label="Username" error="This is already taken. Try another one." defaultValue="mara" />
        <TextField label="Email" disabled defaultValue="mara@example.org" />
      </Sample>
      <Sample name="Text area">
        <TextArea label="Welcome message" hint="Shown to everyone who joins" />
        <TextArea label="Welcome message" error="Use at most 500 characters." defaultValue="Come in." />
      </Sample>
      <Sample name="Select">
        <Select label="Instrument" options={instruments} />
        <Select label="Instrument" options={instruments} disabled />
        <Select label="Touch" layout="row" options={[{ name: 'Curves', options: instruments }]} />
      </Sample>
      <Sample name="Choices">
        <Choices legend="How you hear the others">
          <Choice name={`${id}-way`} defaultChecked>
            As soon as they can be heard <span className="muted">each by their own way</span>
          </Choice>
          <Choice name={`${id}-way`}>
            Steadier <span className="muted">a little later</span>
          </Choice>
          <Choice name={`${id}-way`} disabled>
            Everybody alike <span className="muted">for the host to choose</span>
          </Choice>
        </Choices>
      </Sample>
      <Sample name="Picks, swatches">
        <div className="sample-column">
          <ChoiceChips name={`${id}-pick`} options={instruments} value={instrument} onChange={setInstrument} />
        </div>
        <div className="sample-column">
          <Swatches
            name={`${id}-color`}
            options={playerColors.map(({ color: value }, index) => ({
              value,
              name: strings.room.colors[index] ?? value,
            }))}
            value={color}
            onChange={setColor}
          />
        </div>
      </Sample>
      <Sample name="Checkbox">
        <Checkbox defaultChecked>Stay signed in</Checkbox>
        <Checkbox>Count in</Checkbox>
        <Checkbox disabled>Play to the room</Checkbox>
      </Sample>
      <Sample name="Switch">
        <Switch label="Chat" hint="Everyone with an account can write" defaultChecked />
        <Switch label="Guests can listen" />
        <Switch label="Auto moderation" hint="For Pro accounts" disabled />
      </Sample>
      <Sample name="Slider">
        <Slider
          label="Volume"
          min={0}
          max={1.5}
          step={0.01}
          neutral={1}
          value={volume}
          text={percent(volume)}
          onChange={setVolume}
        />
        <Range aria-label="Click volume" min={0} max={1} step={0.01} defaultValue={0.7} onChange={() => {}} />
        <Slider label="Pan" min={-1} max={1} value={0} text="center" disabled onChange={() => {}} />
      </Sample>
    </>
  );
}
