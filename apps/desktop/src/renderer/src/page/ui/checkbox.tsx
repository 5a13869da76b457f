import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly ref?: Ref<HTMLInputElement>;
  /** What is so while it is ticked. */
  readonly children: ReactNode;
}

/** So or not so, for what takes part in something: a form, an act. What works at once by itself is a Switch. */
export function Checkbox({ children, className = '', ...input }: CheckboxProps) {
  return (
    <label className={`check ${className}`}>
      <input {...input} type="checkbox" />
      {children}
    </label>
  );
}
