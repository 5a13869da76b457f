import type { InputHTMLAttributes, Ref } from 'react';

export interface RangeProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'onInput'> {
  readonly min: number;
  readonly max: number;
  readonly ref?: Ref<HTMLInputElement>;
  readonly onChange: (value: number) => void;
}

/** A value between two others, without words of its own: it needs a label beside it or an `aria-label`. */
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
