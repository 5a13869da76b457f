import type { Participant } from '@roomtone/protocol';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useParts } from '../app-parts.ts';
import { playerColors } from '../performance/player-look.ts';
import { timbreFor, timbreNames, timbres } from '../performance/synth/timbres.ts';
import { strings } from '../strings.ts';
import { failureText } from '../ui/failure-text.ts';

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
  const current = timbreFor(chosen.instrument ?? participant.instrument);
  const currentColor = chosen.color ?? participant.color;
  return (
    <div id={playerSettingsId} className="popover player-settings" popover="auto">
      <fieldset>
        <legend className="panel-title">{strings.room.instrument}</legend>
        {timbreNames.map((name) => (
          <label key={name} className="instrument">
            <input
              type="radio"
              name="instrument"
              checked={name === current}
              onChange={() => set({ instrument: timbres[name].label })}
            />
            {timbres[name].label}
            {name === current && <Check />}
          </label>
        ))}
      </fieldset>
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
