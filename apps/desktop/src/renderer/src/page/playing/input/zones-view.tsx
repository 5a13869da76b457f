import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { maxZones, withLayer, withSplit, type Zone } from '../../../contract/zones.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { highestNote, keyOf, lowestNote } from '../piano/piano-keys.ts';
import { StillPiano } from '../piano/still-piano.tsx';
import { useInput } from './input-store.ts';
import { PresetSelect } from './preset-select.tsx';
import { deletePreset, isUnchanged, maxPresetName, maxPresets, savePreset, usePresets } from './preset-store.ts';
import { ZoneFields } from './zone-fields.tsx';
import './zones-view.css';

const bassProgram = 32;
const stringsProgram = 48;

/** The zones of MIDI keyboards, and the presets that keep them. */
export function ZonesView() {
  const { zones, programs } = useInput();
  const words = strings.presets;
  const set = (next: readonly Zone[]) => useInput.setState({ zones: next });
  const isFull = zones.length >= maxZones;
  return (
    <section className="settings-group zones" aria-labelledby="zones-title">
      <h3 id="zones-title">{words.title}</h3>
      <p className="muted">{words.hint}</p>
      <PresetSelect />
      <ZoneMap zones={zones} />
      <ol className="zone-list">
        {zones.map((zone, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a zone is known by its place only
          <li key={index} aria-label={words.zone({ number: index + 1 })}>
            <ZoneFields
              number={index + 1}
              zone={zone}
              onChange={(change) => set(zones.map((each, at) => (at === index ? { ...each, ...change } : each)))}
              onRemove={zones.length === 1 ? undefined : () => set(zones.filter((_each, at) => at !== index))}
            />
          </li>
        ))}
      </ol>
      <div className="settings-acts">
        <Button disabled={isFull} onClick={() => set(withLayer(zones, stringsProgram))}>
          {words.addLayer}
        </Button>
        <Button disabled={isFull} onClick={() => set(withSplit(zones, bassProgram))}>
          {words.addSplit}
        </Button>
        {isFull && <span className="muted">{words.full({ most: maxZones })}</span>}
      </div>
      <SavePreset />
      <Switch
        label={words.programs}
        hint={words.programsHint}
        checked={programs === 'preset'}
        onChange={(event) => useInput.setState({ programs: event.currentTarget.checked ? 'preset' : 'instrument' })}
      />
    </section>
  );
}

/** The keys of each zone. */
function ZoneMap({ zones }: { readonly zones: readonly Zone[] }) {
  return (
    <div className="zone-map" aria-hidden="true">
      {zones.map(({ low, high }, index) => {
        const first = keyOf(Math.max(low, lowestNote));
        const last = keyOf(Math.min(high, highestNote));
        if (first === undefined || last === undefined) return null;
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a zone is known by its place only
            key={index}
            style={{ left: `${first.left * 100}%`, width: `${(last.left + last.width - first.left) * 100}%` }}
          >
            {index + 1}
          </span>
        );
      })}
      <StillPiano />
    </div>
  );
}

/** Keeps the zones as a preset, or deletes the chosen one. */
function SavePreset() {
  const { presets, chosen } = usePresets();
  const zones = useInput((state) => state.zones);
  const [name, setName] = useState('');
  const words = strings.presets;
  const preset = presets.find((each) => each.name === chosen);
  const isNew = presets.every((each) => each.name !== name.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    savePreset(name);
    setName('');
  };
  return (
    <>
      <form className="save-preset" onSubmit={submit}>
        <TextField
          layout="bare"
          label={words.name}
          placeholder={words.name}
          maxLength={maxPresetName}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === '' || (isNew && presets.length >= maxPresets)}>
          {isNew ? words.save : words.replace}
        </Button>
      </form>
      {preset !== undefined && (
        <div className="settings-acts">
          {!isUnchanged(zones, preset) && (
            <Button onClick={() => savePreset(preset.name)}>{words.update({ name: preset.name })}</Button>
          )}
          <IconButton label={words.delete({ name: preset.name })} onClick={() => deletePreset(preset.name)}>
            <Trash2 />
          </IconButton>
        </div>
      )}
    </>
  );
}
