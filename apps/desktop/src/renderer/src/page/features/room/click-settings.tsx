import { limits } from '@roomtone/protocol';
import type { Click } from '@roomtone/sdk';
import { plainClick } from '@roomtone/sdk/extras';
import { ChevronRight } from 'lucide-react';
import { useClick } from '../../playing/metronome/click-store.ts';
import { roomStrings } from '../../room-strings.ts';
import { percent } from '../../strings/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Range } from '../../ui/range.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { accentsIn, accentsOf, doubleTime, groupings, halfTime, nextAccent } from './click-groups.ts';
import './click-settings.css';

const words = roomStrings.click;
const { swing: swings } = limits.metronome.click;
const subdivisions = [1, 2, 3, 4, 6] as const;
const silences = [0, 2, 3, 4, 8] as const;

interface ClickSettingsProps {
  readonly click: Click | undefined;
  readonly beatsPerBar: number;
  readonly onChange: (click: Click) => void;
}

/** How the metronome clicks, for everybody in the room: accents and groups, clicks between beats, silent bars. */
export function ClickSettings({ click = plainClick, beatsPerBar, onChange }: ClickSettingsProps) {
  const accents = accentsIn(click, beatsPerBar);
  const ways = groupings(beatsPerBar);
  const chosen = ways.findIndex((groups) => accentsOf(groups).join() === accents.join());
  const set = (change: Partial<Click>) => onChange({ ...click, ...change });
  return (
    <details className="disclosure click-settings">
      <summary>
        <ChevronRight />
        {words.title}
      </summary>
      <div className="click-fields">
        <fieldset className="click-accents">
          <legend className="visually-hidden">{words.accents}</legend>
          {accents.map((accent, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a beat is known by its place only
              key={index}
              type="button"
              className="click-accent"
              data-accent={accent}
              aria-label={words.beat({ beat: index + 1, strength: words.strengths[accent] ?? '' })}
              onClick={() => set({ accents: accents.with(index, nextAccent(accent)) })}
            >
              <i />
            </button>
          ))}
        </fieldset>
        {ways.length > 0 && (
          <Select
            layout="row"
            label={words.groups}
            value={chosen}
            options={[
              { value: -1, name: words.ungrouped },
              ...ways.map((groups, value) => ({ value, name: groups.join('+') })),
            ]}
            onChange={(event) => set({ accents: accentsOf(ways[Number(event.currentTarget.value)] ?? []) })}
          />
        )}
        <Select
          layout="row"
          label={words.subdivision}
          value={click.subdivision}
          options={subdivisions.map((value) => ({ value, name: words.subdivisions[value] }))}
          onChange={(event) => set({ subdivision: Number(event.currentTarget.value) })}
        />
        {click.subdivision % 2 === 0 && (
          <div className="click-swing">
            <span>{words.swing}</span>
            <Range
              aria-label={words.swing}
              aria-valuetext={percent(click.swing / 100)}
              min={swings.min}
              max={swings.max}
              step={1}
              value={click.swing}
              onChange={(swing) => set({ swing })}
            />
            <output>{percent(click.swing / 100)}</output>
          </div>
        )}
        <Select
          layout="row"
          label={words.silentBars}
          value={click.silentEvery}
          options={silences.map((value) => ({ value, name: words.silence({ every: value }) }))}
          onChange={(event) => set({ silentEvery: Number(event.currentTarget.value) })}
        />
        <div className="click-ways">
          <Button onClick={() => onChange(halfTime(beatsPerBar))}>{words.halfTime}</Button>
          <Button onClick={() => onChange(doubleTime())}>{words.doubleTime}</Button>
          <Button onClick={() => onChange(plainClick)}>{words.plain}</Button>
        </div>
      </div>
    </details>
  );
}

/** On this device only: the edge of the room lights up with each beat. */
export function PulseSwitch() {
  const hasPulse = useClick((state) => state.hasPulse);
  return (
    <Switch
      label={words.pulse}
      hint={words.pulseHint}
      checked={hasPulse}
      onChange={(event) => useClick.setState({ hasPulse: event.currentTarget.checked })}
    />
  );
}
