import type { InputHTMLAttributes, Ref } from 'react';

export interface RangeProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'onInput'> {
  readonly min: number;
  readonly max: number;
  readonly ref?: Ref<HTMLInputElement>;
  readonly onChange: (value: number) => void;
}

/** A slider without a visible label: it needs one next to it, or an `aria-label`. */
export function Range({ onChange, className = '', ...input }: RangeProps) {
  return (
    <input
      {...input}
      className={`slider ${className}`}
      type="range"
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
