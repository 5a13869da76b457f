import { create } from 'zustand';
import { plainZone, plainZones, type Zone, zonesFrom } from '../../../contract/zones.ts';
import { persist, readStored } from '../../stored-state.ts';
import { strings } from '../../strings.ts';
import { notify } from '../../ui/toast-store.ts';
import { useInput } from './input-store.ts';

/** Zones of a keyboard under a name. */
export interface Preset {
  readonly name: string;
  readonly zones: readonly Zone[];
}

interface PresetState {
  /** In the order of the program changes that choose them. */
  readonly presets: readonly Preset[];
  /** The name of the preset that was chosen last; null for none. Its zones may have been changed since. */
  readonly chosen: string | null;
}

const rememberedKey = 'roomtone.presets';
/** As many as there are program changes. */
export const maxPresets = 128;
export const maxPresetName = 40;
const bassProgram = 32;
const stringsProgram = 48;

/** Presets of MIDI keyboards, remembered. */
export const usePresets = create<PresetState>()(() => presetsFrom(readStored(rememberedKey)));
persist(rememberedKey, usePresets);

/** Validates what was stored; without any, there are two presets to start from. */
export function presetsFrom(value: unknown): PresetState {
  const { presets, chosen } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (!Array.isArray(presets)) return { presets: starters(), chosen: null };
  const valid = new Map<string, Preset>();
  for (const each of presets.slice(0, maxPresets)) {
    const { name, zones } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>;
    if (typeof name !== 'string' || name.trim() === '' || name.length > maxPresetName) continue;
    if (!valid.has(name)) valid.set(name, { name, zones: zonesFrom(zones) });
  }
  const isKnown = typeof chosen === 'string' && valid.has(chosen);
  return { presets: [...valid.values()], chosen: isKnown ? chosen : null };
}

function starters(): readonly Preset[] {
  const { starters: names } = strings.presets;
  return [
    {
      name: names.split,
      zones: [
        { ...plainZone, low: 60 },
        { ...plainZone, program: bassProgram, high: 59 },
      ],
    },
    { name: names.layer, zones: [plainZone, { ...plainZone, program: stringsProgram, volume: 70 }] },
  ];
}

/** Plays with a preset; null plays the whole keyboard with the player's instrument. */
export function choosePreset(name: string | null): void {
  const preset = usePresets.getState().presets.find((each) => each.name === name);
  useInput.setState({ zones: preset?.zones ?? plainZones });
  usePresets.setState({ chosen: preset?.name ?? null });
}

/** Chooses a preset for a program change from a keyboard. @param number from 0. */
export function choosePresetByNumber(number: number): void {
  const preset = usePresets.getState().presets[number];
  if (preset === undefined) notify(strings.presets.none({ number: number + 1 }));
  else {
    choosePreset(preset.name);
    notify(strings.presets.chosen({ name: preset.name }));
  }
}

/** Keeps the current zones under a name, instead of those that it had. */
export function savePreset(name: string): void {
  const preset = { name: name.trim().slice(0, maxPresetName), zones: useInput.getState().zones };
  if (preset.name === '') return;
  usePresets.setState(({ presets }) => {
    const isNew = presets.every((each) => each.name !== preset.name);
    if (isNew && presets.length >= maxPresets) return {};
    const others = presets.map((each) => (each.name === preset.name ? preset : each));
    return { presets: isNew ? [...presets, preset] : others, chosen: preset.name };
  });
}

/** Deletes a preset; its zones stay in use. */
export function deletePreset(name: string): void {
  usePresets.setState(({ presets, chosen }) => ({
    presets: presets.filter((each) => each.name !== name),
    chosen: chosen === name ? null : chosen,
  }));
}

/** True if these are the zones of a preset. */
export function isUnchanged(zones: readonly Zone[], preset: Preset | undefined): boolean {
  return JSON.stringify(zones) === JSON.stringify(preset?.zones ?? plainZones);
}
