import { useState } from 'react';
import { Select } from '../select.tsx';
import { Slider } from '../slider.tsx';
import { Switch } from '../switch.tsx';
import { TextArea } from '../text-area.tsx';
import { TextField } from '../text-field.tsx';
import { Sample } from './sample.tsx';

const instruments = ['Piano', 'Organ', 'Vibraphone'].map((name) => ({ value: name, name }));

export function FieldSamples() {
  const [volume, setVolume] = useState(1);
  return (
    <>
      <Sample name="Text field">
        <TextField label="Name" placeholder="Thursday trio" />
        <TextField label="Password" type="password" hint="At least 8 characters" defaultValue="a brass lamp" />
        <TextField label="Username" error="This name is taken." defaultValue="mara" />
        <TextField label="Email" disabled defaultValue="mara@example.org" />
      </Sample>
      <Sample name="Text area">
        <TextArea label="Words of welcome" hint="Shown to whoever comes in" />
        <TextArea label="Words of welcome" error="At most 500 characters." defaultValue="Come in." />
      </Sample>
      <Sample name="Select">
        <Select label="Instrument" options={instruments} />
        <Select label="Instrument" options={instruments} disabled />
      </Sample>
      <Sample name="Switch">
        <Switch label="Chat" hint="Everybody inside may write" defaultChecked />
        <Switch label="Guests may listen" />
        <Switch label="Watch the words" hint="For Pro accounts" disabled />
      </Sample>
      <Sample name="Slider">
        <Slider
          label="Volume"
          min={0}
          max={1.5}
          step={0.01}
          neutral={1}
          value={volume}
          text={`${Math.round(volume * 100)} %`}
          onChange={setVolume}
        />
        <Slider label="Side" min={-1} max={1} value={0} text="middle" disabled onChange={() => {}} />
      </Sample>
    </>
  );
}
