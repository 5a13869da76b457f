import { Check } from 'lucide-react';
import './picks.css';

interface PicksProps<Value extends string> {
  /** The group's name in the form; one of a kind on the page. */
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few that need no more words than their names, with a tick at the chosen one. */
export function Picks<Value extends string>({ name, options, value, onChange }: PicksProps<Value>) {
  return options.map((option) => (
    <label key={option.value} className="pick">
      <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
      {option.name}
      {option.value === value && <Check />}
    </label>
  ));
}

/** One of several colours; `value` is how CSS says it. */
export function Swatches({ name, options, value, onChange }: PicksProps<string>) {
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
