import type { Participant } from '@roomtone/protocol';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useParts } from '../../app-parts.ts';
import { useMix } from '../../performance/mix-store.ts';
import { playerColors } from '../../performance/player-look.ts';
import { families, instrumentNamed, programFor, usualInstruments } from '../../performance/sounds/general-midi.ts';
import { strings } from '../../strings.ts';
import { failureText } from '../../ui/failure-text.ts';
import { Slider } from '../../ui/slider.tsx';
import './mix.css';

export const playerSettingsId = 'player-settings';

/** One's own instrument and colour, as the whole room hears and sees them. */
export function PlayerSettings({ participant }: { readonly participant: Participant }) {
  const { room } = useParts();
  const [failure, setFailure] = useState<string>();
  /** What was chosen here and the server has not told the room yet. */
  const [chosen, setChosen] = useState<{ color?: string; instrument?: string }>({});
  const set = (player: { color?: string; instrument?: string }) => {
    setFailure(undefined);
    setChosen((before) => ({ ...before, ...player }));
    room
      .setPlayer(player)
      .catch((error: unknown) => setFailure(failureText(error)))
      .finally(() => setChosen({}));
  };
  const current = instrumentNamed(programFor(chosen.instrument ?? participant.instrument));
  const currentColor = chosen.color ?? participant.color;
  return (
    <div id={playerSettingsId} className="popover player-settings" popover="auto">
      <fieldset>
        <legend className="panel-title">{strings.room.instrument}</legend>
        {usualInstruments.map((name) => (
          <label key={name} className="instrument">
            <input
              type="radio"
              name="instrument"
              checked={name === current}
              onChange={() => set({ instrument: name })}
            />
            {name}
            {name === current && <Check />}
          </label>
        ))}
        <select
          className="other-instruments"
          aria-label={strings.mix.otherInstruments}
          value={usualInstruments.includes(current) ? '' : current}
          onChange={(event) => set({ instrument: event.currentTarget.value })}
        >
          <option value="" disabled>
            {strings.mix.otherInstruments}
          </option>
          {families.map(({ name, instruments }) => (
            <optgroup key={name} label={name}>
              {instruments
                .filter((instrument) => !usualInstruments.includes(instrument))
                .map((instrument) => (
                  <option key={instrument}>{instrument}</option>
                ))}
            </optgroup>
          ))}
        </select>
      </fieldset>
      <OwnMix />
      <fieldset>
        <legend className="panel-title">{strings.room.color}</legend>
        <div className="swatches">
          {playerColors.map(({ color, name }) => (
            <label key={color} className="swatch" style={{ '--player': color }} title={name}>
              <input
                type="radio"
                name="color"
                aria-label={name}
                checked={color === currentColor}
                onChange={() => set({ color })}
              />
            </label>
          ))}
        </div>
      </fieldset>
      {failure !== undefined && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}

/** How one hears oneself: only here. */
function OwnMix() {
  const { room } = useParts();
  const hearsSelf = useMix((state) => state.hearsSelf);
  const ownVolume = useMix((state) => state.ownVolume);
  const words = strings.mix;
  return (
    <fieldset className="own-mix">
      <legend className="panel-title">{words.yourself}</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={!hearsSelf}
          onChange={(event) => room.hearAround({ hearsSelf: !event.currentTarget.checked })}
        />
        {words.ownInstrument}
      </label>
      <Slider
        label={words.volume}
        min={0}
        max={1.5}
        step={0.01}
        neutral={1}
        value={ownVolume}
        text={words.percent(ownVolume)}
        disabled={!hearsSelf}
        onChange={(value) => room.hearAround({ ownVolume: value })}
      />
    </fieldset>
  );
}
