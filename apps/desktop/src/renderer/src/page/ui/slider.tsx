import { useId } from 'react';
import { Range, type RangeProps } from './range.tsx';
import './slider.css';

interface SliderProps extends RangeProps {
  readonly label: string;
  readonly value: number;
  /** How the value is said. */
  readonly text: string;
  /** What a double click brings back; nothing where there is no such value. */
  readonly neutral?: number;
}

/** A value between two others, with its name and how it is said. */
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
