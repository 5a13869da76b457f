import { useId } from 'react';
import type { Joining } from '../../../../../shared/hosting.ts';
import { strings } from '../../strings.ts';
import '../../app/rooms/room-form.css';

const choices: readonly Joining[] = ['anyone', 'added'];

/** Chooses who may create an account here. */
export function SignUpChoice({
  value,
  onChange,
}: {
  readonly value: Joining;
  readonly onChange: (joining: Joining) => void;
}) {
  const name = useId();
  const words = strings.host.hosting;
  return (
    <fieldset className="choices joining">
      <legend className="field-label">{words.who}</legend>
      {choices.map((choice) => (
        <label key={choice} className="choice">
          <input type="radio" name={name} checked={value === choice} onChange={() => onChange(choice)} />
          <span>
            {words.joining[choice].name}
            <span className="muted">{words.joining[choice].hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
