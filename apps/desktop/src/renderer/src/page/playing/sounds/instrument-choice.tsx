import { Fragment, useId, useState } from 'react';
import { roomStrings } from '../../room-strings.ts';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { drumKit } from './general-midi.ts';
import { foundOptions, type InstrumentOption, otherOptions } from './instrument-options.ts';
import './instrument-choice.css';

interface InstrumentChoiceProps {
  /** Shown first. The drum kit can be chosen where it is among them. */
  readonly usual: readonly InstrumentOption[];
  /** As it is sent to the others. */
  readonly value: string;
  readonly onChange: (instrument: string) => void;
}

/** The most common instruments, all others by family, or those that a search finds. */
export function InstrumentChoice({ usual, value, onChange }: InstrumentChoiceProps) {
  const [search, setSearch] = useState('');
  const group = useId();
  const words = roomStrings.instruments;
  return (
    <>
      <ChoiceChips name={group} options={usual} value={value} onChange={onChange} />
      <TextField
        type="search"
        layout="bare"
        label={words.search}
        placeholder={words.search}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {search.trim() === '' ? (
        <div className="instruments" role="radiogroup" aria-label={words.others}>
          {otherOptions().map(({ name, options }) => (
            <Fragment key={name}>
              <h3>{name}</h3>
              <ChoiceChips name={group} options={options} value={value} onChange={onChange} />
            </Fragment>
          ))}
        </div>
      ) : (
        <Found usual={usual} search={search} value={value} onChange={onChange} />
      )}
    </>
  );
}

function Found({ usual, search, value, onChange }: InstrumentChoiceProps & { readonly search: string }) {
  const group = useId();
  const words = roomStrings.instruments;
  const hasDrums = usual.some((option) => option.value === drumKit);
  const found = foundOptions(search).filter((option) => hasDrums || option.value !== drumKit);
  if (found.length === 0) {
    return (
      <p className="muted" role="status">
        {words.noMatch}
      </p>
    );
  }
  return (
    <div className="instruments" role="radiogroup" aria-label={words.found}>
      <ChoiceChips name={group} options={found} value={value} onChange={onChange} />
    </div>
  );
}
