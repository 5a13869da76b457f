import { X } from 'lucide-react';
import type { Zone } from '../../../contract/zones.ts';
import { percent, signed } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { Slider } from '../../ui/slider.tsx';
import { highestNote, lowestNote } from '../piano/piano-keys.ts';
import { drumKit, instrumentFor, programFor } from '../sounds/general-midi.ts';
import { InstrumentChoice } from '../sounds/instrument-choice.tsx';
import { instrumentName } from '../sounds/instrument-names.ts';
import { usualOptions } from '../sounds/instrument-options.ts';
import { noteName } from './midi-description.ts';

interface ZoneFieldsProps {
  /** From 1. */
  readonly number: number;
  readonly zone: Zone;
  readonly onChange: (change: Partial<Zone>) => void;
  /** Undefined for the only zone. */
  readonly onRemove: (() => void) | undefined;
}

/** The sound and the keys of one zone. */
export function ZoneFields({ number, zone, onChange, onRemove }: ZoneFieldsProps) {
  const words = strings.presets;
  const { program, low, high, transpose, volume, channel } = zone;
  return (
    <>
      <span className="zone-number" aria-hidden="true">
        {number}
      </span>
      <SoundChoice program={program} onChange={(chosen) => onChange({ program: chosen })} />
      {onRemove !== undefined && (
        <IconButton className="remove-zone" label={words.remove({ number })} onClick={onRemove}>
          <X />
        </IconButton>
      )}
      <div className="zone-numbers">
        <NumberSelect
          label={words.low}
          value={Math.max(low, lowestNote)}
          values={notes}
          name={noteName}
          // The keys beyond a piano's belong to its outermost ones.
          onChange={(note) => onChange({ low: note === lowestNote ? 0 : note, high: Math.max(note, high) })}
        />
        <NumberSelect
          label={words.high}
          value={Math.min(high, highestNote)}
          values={notes}
          name={noteName}
          onChange={(note) => onChange({ high: note === highestNote ? 127 : note, low: Math.min(note, low) })}
        />
        <NumberSelect
          label={words.transpose}
          value={transpose}
          values={steps}
          name={(semitones) => (semitones === 0 ? words.off : signed(semitones))}
          onChange={(semitones) => onChange({ transpose: semitones })}
        />
        <NumberSelect
          label={words.channel}
          value={channel}
          values={channels}
          name={(each) => (each === 0 ? words.anyChannel : String(each))}
          onChange={(each) => onChange({ channel: each })}
        />
      </div>
      <Slider
        label={words.volume}
        text={percent(volume / 100)}
        min={0}
        max={100}
        value={volume}
        neutral={100}
        onChange={(percent) => onChange({ volume: percent })}
      />
    </>
  );
}

const range = (low: number, high: number) => Array.from({ length: high - low + 1 }, (_, index) => low + index);
const notes = range(lowestNote, highestNote);
const steps = range(-36, 36).reverse();
const channels = range(0, 16);

interface SoundChoiceProps {
  /** Null for the player's own instrument. */
  readonly program: number | null;
  readonly onChange: (program: number | null) => void;
}

/** The sound of a zone, with the instruments in a list of their own. */
function SoundChoice({ program, onChange }: SoundChoiceProps) {
  const words = strings.presets;
  const own = { value: '', name: words.ownInstrument };
  const shown = program === null ? words.ownInstrument : instrumentName(program);
  return (
    <Field label={words.sound}>
      {({ id }) => (
        <Popover
          label={words.sound}
          align="start"
          className="zone-sounds"
          trigger={
            <button id={id} type="button" className="input select-input">
              {shown}
            </button>
          }
        >
          <InstrumentChoice
            usual={[own, ...usualOptions().filter(({ value }) => value !== drumKit)]}
            value={program === null ? '' : instrumentFor(program)}
            onChange={(instrument) => onChange(instrument === '' ? null : programFor(instrument))}
          />
        </Popover>
      )}
    </Field>
  );
}

interface NumberSelectProps {
  readonly label: string;
  readonly value: number;
  readonly values: readonly number[];
  readonly name: (value: number) => string;
  readonly onChange: (value: number) => void;
}

function NumberSelect({ label, value, values, name, onChange }: NumberSelectProps) {
  return (
    <Select
      label={label}
      value={value}
      options={values.map((each) => ({ value: each, name: name(each) }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
