import { useId } from 'react';
import type { HostingChoice } from '../../../../../shared/hosting.ts';
import { strings } from '../../strings.ts';
import { Switch } from '../../ui/switch.tsx';
import '../../app/rooms/room-form.css';

const choices: readonly HostingChoice['joining'][] = ['anyone', 'added'];

interface SignUpChoiceProps {
  readonly value: HostingChoice;
  readonly onChange: (choice: HostingChoice) => void;
}

/** Chooses who may create an account here, and whether guests may listen. */
export function SignUpChoice({ value, onChange }: SignUpChoiceProps) {
  const name = useId();
  const words = strings.host.hosting;
  return (
    <>
      <fieldset className="choices joining">
        <legend className="field-label">{words.who}</legend>
        {choices.map((joining) => (
          <label key={joining} className="choice">
            <input
              type="radio"
              name={name}
              checked={value.joining === joining}
              onChange={() => onChange({ ...value, joining })}
            />
            <span>
              {words.joining[joining].name}
              <span className="muted">
                {joining === 'anyone' && value.outside ? strings.outside.anyoneHint : words.joining[joining].hint}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Switch
        label={strings.outside.guests}
        hint={strings.outside.guestsHint}
        checked={value.guests}
        onChange={(event) => onChange({ ...value, guests: event.currentTarget.checked })}
      />
    </>
  );
}
