import { type InputHTMLAttributes, useId } from 'react';
import './slider.css';

interface SliderProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  /** How the value is said. */
  readonly text: string;
  /** What a double click brings back; nothing where there is no such value. */
  readonly neutral?: number;
  readonly onChange: (value: number) => void;
}

/** A value between two others, with its name and how it is said. */
export function Slider({ label, text, neutral, onChange, disabled, ...input }: SliderProps) {
  const id = useId();
  return (
    <div className="labelled-slider" data-disabled={disabled ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <span className="slider-text">{text}</span>
      <input
        {...input}
        id={id}
        className="slider"
        type="range"
        aria-valuetext={text}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        onDoubleClick={() => {
          if (neutral !== undefined) onChange(neutral);
        }}
      />
    </div>
  );
}
