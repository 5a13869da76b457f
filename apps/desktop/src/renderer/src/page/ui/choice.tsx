import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import './choice.css';

interface ChoicesProps {
  /** What one chooses. */
  readonly legend: ReactNode;
  /** Side by side where there is room. */
  readonly isRow?: boolean;
  readonly className?: string;
  /** A Choice each. */
  readonly children: ReactNode;
}

/** One of several, all in sight with a few words each. */
export function Choices({ legend, isRow = false, className = '', children }: ChoicesProps) {
  return (
    <fieldset className={`choices ${isRow ? 'in-row' : ''} ${className}`}>
      <legend className="field-label">{legend}</legend>
      {children}
    </fieldset>
  );
}

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly ref?: Ref<HTMLInputElement>;
  /** Its name, and what else is to be known of it. */
  readonly children: ReactNode;
}

/** One of them. */
export function Choice({ children, className = '', ...input }: ChoiceProps) {
  return (
    <label className={`choice ${className}`}>
      <input {...input} type="radio" />
      <span>{children}</span>
    </label>
  );
}
