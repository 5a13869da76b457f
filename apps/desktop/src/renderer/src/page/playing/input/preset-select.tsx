import { strings } from '../../strings.ts';
import { Select } from '../../ui/select.tsx';
import { useInput } from './input-store.ts';
import { choosePreset, isUnchanged, usePresets } from './preset-store.ts';

/** Chooses what a MIDI keyboard plays: one instrument, or the zones of a preset. */
export function PresetSelect() {
  const zones = useInput((state) => state.zones);
  const { presets, chosen } = usePresets();
  const words = strings.presets;
  const isChanged = !isUnchanged(
    zones,
    presets.find(({ name }) => name === chosen),
  );
  const options = [
    { value: -1, name: words.single },
    ...presets.map(({ name }, number) => ({ value: number, name: words.numbered({ number: number + 1, name }) })),
  ];
  return (
    <Select
      layout="row"
      label={words.preset}
      value={isChanged ? changed : presets.findIndex(({ name }) => name === chosen)}
      options={
        isChanged
          ? [...options, { value: changed, name: chosen === null ? words.notSaved : words.changed({ name: chosen }) }]
          : options
      }
      onChange={(event) => choosePreset(presets[Number(event.currentTarget.value)]?.name ?? null)}
    />
  );
}

/** The value for zones that no preset has. */
const changed = -2;
