import type { InputHTMLAttributes, Ref } from 'react';
import { Field, type FieldWords } from './field.tsx';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldWords {
  readonly ref?: Ref<HTMLInputElement>;
}

/** One line of text, or a number. */
export function TextField({ label, error, hint, layout, className = '', ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} layout={layout}>
      {(links) => <input {...input} {...links} className={`input ${className}`} />}
    </Field>
  );
}
