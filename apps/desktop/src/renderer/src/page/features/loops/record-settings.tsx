import { strings } from '../../strings.ts';
import { useLoopPlace } from './loop-place.ts';
import { barChoices, gridChoices, useLoops } from './loops-store.ts';

/** Whose playing becomes a loop, how long it is, and whether its notes snap to a grid. */
export function RecordSettings() {
  const { players, self } = useLoopPlace();
  const source = useLoops((state) => state.source);
  const bars = useLoops((state) => state.bars);
  const gridTicks = useLoops((state) => state.gridTicks);
  const words = strings.loops;
  return (
    <fieldset className="record-settings">
      <legend className="visually-hidden">{words.recording}</legend>
      {players.length > 1 && (
        <Small
          label={words.source}
          value={source ?? self}
          options={players.map(({ participantId, name }) => ({
            value: participantId,
            name: participantId === self ? words.you : name,
          }))}
          onChange={(chosen) => useLoops.setState({ source: chosen === self ? undefined : chosen })}
        />
      )}
      <Small
        label={words.length}
        value={bars}
        options={barChoices.map((value) => ({ value, name: value === 0 ? words.byHand : words.bars(value) }))}
        onChange={(chosen) => useLoops.setState({ bars: chosen })}
      />
      <Small
        label={words.snap}
        value={gridTicks}
        options={gridChoices.map((value) => ({ value, name: words.snaps[value] ?? '' }))}
        onChange={(chosen) => useLoops.setState({ gridTicks: chosen })}
      />
    </fieldset>
  );
}

interface SmallProps {
  readonly label: string;
  readonly value: number;
  readonly options: readonly { readonly value: number; readonly name: string }[];
  readonly onChange: (value: number) => void;
}

/** A select that is as wide as its words. */
function Small({ label, value, options, onChange }: SmallProps) {
  return (
    <label className="small-select">
      <span className="muted">{label}</span>
      <select className="select-input" value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}
