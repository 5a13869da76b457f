import type { Ref, TextareaHTMLAttributes } from 'react';
import { Field, type FieldWords } from './field.tsx';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldWords {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text; it grows with them if the browser supports that. */
export function TextArea({ label, error, hint, layout, ...area }: TextAreaProps) {
  return (
    <Field label={label} error={error} hint={hint} layout={layout}>
      {(links) => <textarea rows={3} {...area} {...links} className="input text-area" />}
    </Field>
  );
}
