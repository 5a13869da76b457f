import type { Ref, SelectHTMLAttributes } from 'react';
import { Field, type FieldWords } from './field.tsx';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldWords {
  readonly options: readonly { readonly value: string | number; readonly name: string }[];
  readonly ref?: Ref<HTMLSelectElement>;
}

/** One of several: the browser's own list, which every keyboard, screen reader and phone knows. */
export function Select({ label, error, hint, options, ...select }: SelectProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(links) => (
        <select {...select} {...links} className="input select-input">
          {options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
