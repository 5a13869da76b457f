import { Check } from 'lucide-react';
import './choice-chips.css';

interface ChoiceChipsProps<Value extends string> {
  /** The group's name in the form, unique on the page. */
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few short options; the selected one has a check mark. */
export function ChoiceChips<Value extends string>({ name, options, value, onChange }: ChoiceChipsProps<Value>) {
  return options.map((option) => (
    <label key={option.value} className="pick">
      <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
      {option.name}
      {option.value === value && <Check />}
    </label>
  ));
}

/** One of several colours; `value` is a CSS colour. */
export function Swatches({ name, options, value, onChange }: ChoiceChipsProps<string>) {
  return (
    <div className="swatches">
      {options.map((option) => (
        <label key={option.value} className="swatch" style={{ '--player': option.value }} title={option.name}>
          <input
            type="radio"
            name={name}
            aria-label={option.name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
        </label>
      ))}
    </div>
  );
}
