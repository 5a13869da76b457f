import { type InputHTMLAttributes, type Ref, useId } from 'react';
import './switch.css';

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  readonly label: string;
  /** A sentence about what it does. */
  readonly hint?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** On or off, with immediate effect. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch" htmlFor={id}>
      <span>
        <span id={`${id}-name`}>{label}</span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="muted">
            {hint}
          </span>
        )}
      </span>
      <input
        {...input}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its state without aria-checked
        role="switch"
        aria-labelledby={`${id}-name`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
    </label>
  );
}
