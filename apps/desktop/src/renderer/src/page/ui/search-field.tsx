import { Search } from 'lucide-react';
import type { InputHTMLAttributes } from 'react';
import './search-field.css';

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  /** The placeholder, and the name for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches what is below, as the user types. */
export function SearchField({ label, onChange, ...input }: SearchFieldProps) {
  return (
    <label className="search">
      <Search />
      <span className="visually-hidden">{label}</span>
      <input {...input} type="search" placeholder={label} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
