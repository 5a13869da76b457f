import { useId } from 'react';
import type { HostingChoice } from '../../../../../shared/hosting.ts';
import { strings } from '../../strings.ts';
import { Choice, Choices } from '../../ui/choice.tsx';
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
      <Choices legend={words.who} className="joining">
        {choices.map((joining) => (
          <Choice
            key={joining}
            name={name}
            checked={value.joining === joining}
            onChange={() => onChange({ ...value, joining })}
          >
            {words.joining[joining].name}{' '}
            <span className="muted">
              {joining === 'anyone' && value.outside ? strings.outside.anyoneHint : words.joining[joining].hint}
            </span>
          </Choice>
        ))}
      </Choices>
      <Switch
        label={strings.outside.guests}
        hint={strings.outside.guestsHint}
        checked={value.guests}
        onChange={(event) => onChange({ ...value, guests: event.currentTarget.checked })}
      />
    </>
  );
}
