import { useState } from 'react';
import { foundOptions, otherOptions, usualOptions } from '../../../playing/sounds/instrument-options.ts';
import { strings } from '../../../strings.ts';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** The most rows shown at once; the list scrolls to the others. */
const foundRows = 6;

interface InstrumentChoiceProps {
  /** As it is sent to the others. */
  readonly value: string;
  readonly onChange: (instrument: string) => void;
}

/** The most common instruments as chips, all others in a list, and a search through all of them. */
export function InstrumentChoice({ value, onChange }: InstrumentChoiceProps) {
  const [search, setSearch] = useState('');
  const words = strings.instruments;
  const usual = usualOptions();
  return (
    <>
      <ChoiceChips name="instrument" options={usual} value={value} onChange={onChange} />
      <TextField
        type="search"
        layout="bare"
        label={words.search}
        placeholder={words.search}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {search.trim() === '' ? (
        <Select
          layout="bare"
          label={words.others}
          value={usual.some((option) => option.value === value) ? '' : value}
          options={[{ value: '', name: words.others, disabled: true }, ...otherOptions()]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <Found search={search} value={value} onChange={onChange} />
      )}
    </>
  );
}

function Found({ search, value, onChange }: InstrumentChoiceProps & { readonly search: string }) {
  const words = strings.instruments;
  const found = foundOptions(search);
  if (found.length === 0) {
    return (
      <p className="muted" role="status">
        {words.noMatch}
      </p>
    );
  }
  return (
    <Select
      layout="bare"
      label={words.found}
      size={Math.min(found.length + 1, foundRows)}
      value={found.some((option) => option.value === value) ? value : ''}
      options={[{ value: '', name: words.found, disabled: true }, ...found]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
