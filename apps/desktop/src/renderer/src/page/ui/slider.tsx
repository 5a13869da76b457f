import { useId } from 'react';
import { Range, type RangeProps } from './range.tsx';
import './slider.css';

interface SliderProps extends RangeProps {
  readonly label: string;
  readonly value: number;
  /** The value as text. */
  readonly text: string;
  /** The value that a double click restores; omit it if there is none. */
  readonly neutral?: number;
}

/** A slider with its label and its value as text. */
export function Slider({ label, text, neutral, disabled, onChange, ...range }: SliderProps) {
  const id = useId();
  return (
    <div className="labelled-slider" data-disabled={disabled ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <span className="slider-text">{text}</span>
      <Range
        {...range}
        id={id}
        aria-valuetext={text}
        disabled={disabled}
        onChange={onChange}
        onDoubleClick={() => {
          if (neutral !== undefined) onChange(neutral);
        }}
      />
    </div>
  );
}
