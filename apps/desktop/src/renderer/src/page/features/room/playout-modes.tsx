import { useId, useState } from 'react';
import { roomStrings } from '../../room-strings.ts';
import { wholeMsText } from '../../strings/durations.ts';
import { Choice, Choices } from '../../ui/choice.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Select } from '../../ui/select.tsx';
import { intervalLengths, mayChoose, type PlayoutChoice, playoutChoice, playoutChoices } from './playout-choice.ts';
import { useRoomParts } from './room-parts.ts';
import { usePlayoutStyle, useTime } from './time-store.ts';
import { useMaySetTime, useTimeSetterText } from './use-may-set-time.ts';

const words = roomStrings.timing;

/** Chooses how others are heard: earlier, steadier, or the same for everybody. */
export function PlayoutModes() {
  const { time } = useRoomParts();
  const mode = useTime((state) => state.mode);
  const style = usePlayoutStyle((state) => state.style);
  const maySet = useMaySetTime();
  const setter = useTimeSetterText(words);
  const [failure, setFailure] = useState<string>();
  const [chosen, setChosen] = useState<PlayoutChoice>();
  const current = chosen ?? playoutChoice(mode, style);
  const hintId = useId();
  const choose = (choice: PlayoutChoice, intervalBars?: number) => {
    setFailure(undefined);
    setChosen(choice);
    time
      .choosePlayout(choice, intervalBars)
      .catch((error: unknown) => setFailure(failureText(error)))
      .finally(() => setChosen(undefined));
  };
  return (
    <Choices legend={words.mode} className="playout-modes">
      {playoutChoices.map((choice) => (
        <Choice
          key={choice}
          name="playout"
          checked={choice === current}
          disabled={!mayChoose(choice, mode, maySet)}
          aria-describedby={maySet ? undefined : hintId}
          onChange={() => choose(choice)}
        >
          {words.choices[choice].name} <span className="muted">{words.choices[choice].hint}</span>
        </Choice>
      ))}
      {mode.intervalBars > 0 && (
        <Select
          layout="row"
          label={words.interval}
          value={mode.intervalBars}
          disabled={!maySet}
          options={lengthsWith(mode.intervalBars).map((bars) => ({ value: bars, name: words.bars({ bars }) }))}
          onChange={(event) => choose('interval', Number(event.currentTarget.value))}
        />
      )}
      {mode.matched && <p>{words.matchedNow({ ms: wholeMsText(mode.commonDelayUs / 1000) })}</p>}
      {!maySet && (
        <p id={hintId} className="muted">
          {setter}
        </p>
      )}
      {failure !== undefined && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
    </Choices>
  );
}

/** The usual lengths, and one that another program has set. */
function lengthsWith(bars: number): readonly number[] {
  return [...new Set([...intervalLengths, bars])].toSorted((one, other) => one - other);
}
