import { useId } from 'react';
import './mix-slider.css';

interface MixSliderProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  /** How the value is said. */
  readonly text: string;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}

/** A labelled slider in hundredths; a double click brings back 0 or 1, whichever is the neutral one. */
export function MixSlider({ label, min, max, value, text, disabled = false, onChange }: MixSliderProps) {
  const id = useId();
  const neutral = min < 0 ? 0 : 1;
  return (
    <div className="mix-slider" data-disabled={disabled ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <span className="mix-slider-text">{text}</span>
      <input
        id={id}
        className="slider"
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={value}
        aria-valuetext={text}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        onDoubleClick={() => onChange(Math.min(max, neutral))}
      />
    </div>
  );
}
