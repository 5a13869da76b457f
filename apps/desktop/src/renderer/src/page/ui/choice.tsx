import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import './choice.css';

interface ChoicesProps {
  /** The question that the choices answer. */
  readonly legend: ReactNode;
  /** Side by side if there is room. */
  readonly isRow?: boolean;
  readonly className?: string;
  /** Choice elements. */
  readonly children: ReactNode;
}

/** One of several options, all visible and each with a short text. */
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
  /** The option's name, and a description. */
  readonly children: ReactNode;
}

/** One option of Choices. */
export function Choice({ children, className = '', ...input }: ChoiceProps) {
  return (
    <label className={`choice ${className}`}>
      <input {...input} type="radio" />
      <span>{children}</span>
    </label>
  );
}
