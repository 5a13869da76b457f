import type { Ref, SelectHTMLAttributes } from 'react';
import { Field, type FieldWords } from './field.tsx';

interface Option {
  readonly value: string | number;
  readonly name: string;
  readonly disabled?: boolean;
}

interface OptionGroup {
  readonly name: string;
  readonly options: readonly Option[];
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldWords {
  readonly options: readonly (Option | OptionGroup)[];
  readonly ref?: Ref<HTMLSelectElement>;
}

/** One of several options, in the browser's own list, which works with every keyboard, screen reader and phone. */
export function Select({ label, error, hint, layout, options, ...select }: SelectProps) {
  return (
    <Field label={label} error={error} hint={hint} layout={layout}>
      {(links) => (
        <select {...select} {...links} className="input select-input">
          {options.map((entry) =>
            'options' in entry ? (
              <optgroup key={entry.name} label={entry.name}>
                {entry.options.map(option)}
              </optgroup>
            ) : (
              option(entry)
            ),
          )}
        </select>
      )}
    </Field>
  );
}

function option({ value, name, disabled }: Option) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {name}
    </option>
  );
}
