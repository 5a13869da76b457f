import type { DirectChoice } from '../../../contract/messages.ts';
import { strings } from '../../strings.ts';
import { Select } from '../../ui/select.tsx';
import { useRoomParts } from './room-parts.ts';
import { directChoices, useDirectChoice } from './time-store.ts';

const words = strings.timing.direct;

/** Chooses in which rooms notes may go straight from player to player. */
export function DirectChoiceField() {
  const { time } = useRoomParts();
  const choice = useDirectChoice((state) => state.choice);
  return (
    <Select
      label={words.label}
      hint={words.hint}
      value={choice}
      options={directChoices.map((value) => ({ value, name: words.choices[value] }))}
      onChange={(event) => time.chooseDirect(event.currentTarget.value as DirectChoice)}
    />
  );
}
