import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly ref?: Ref<HTMLInputElement>;
  /** The label. */
  readonly children: ReactNode;
}

/** On or off, for a value that takes effect with something else, such as a form. For an immediate effect use Switch. */
export function Checkbox({ children, className = '', ...input }: CheckboxProps) {
  return (
    <label className={`check ${className}`}>
      <input {...input} type="checkbox" />
      {children}
    </label>
  );
}
