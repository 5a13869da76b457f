import type { Participant } from '@roomtone/sdk';
import { useState } from 'react';
import { useMix } from '../../../playing/sound/mix-store.ts';
import { instrumentFor, programFor } from '../../../playing/sounds/general-midi.ts';
import { InstrumentChoice } from '../../../playing/sounds/instrument-choice.tsx';
import { usualOptions } from '../../../playing/sounds/instrument-options.ts';
import { playerColors } from '../../../playing/stage/player-appearance.ts';
import { roomStrings } from '../../../room-strings.ts';
import { strings } from '../../../strings.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Swatches } from '../../../ui/choice-chips.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { useRoomParts } from '../room-parts.ts';
import { VolumeSlider } from './volume-slider.tsx';
import './player-settings.css';

/** The user's instrument and colour, as the whole room hears and sees them. */
export function PlayerSettings({ participant }: { readonly participant: Participant }) {
  const { room } = useRoomParts();
  const [failure, setFailure] = useState<string>();
  /** Values chosen here that the server has not confirmed yet. */
  const [chosen, setChosen] = useState<{ color?: string; instrument?: string }>({});
  const set = (player: { color?: string; instrument?: string }) => {
    setFailure(undefined);
    setChosen((before) => ({ ...before, ...player }));
    room
      .setPlayer(player)
      .catch((error: unknown) => setFailure(failureText(error)))
      .finally(() => setChosen({}));
  };
  const current = instrumentFor(programFor(chosen.instrument ?? participant.instrument));
  const currentColor = chosen.color ?? participant.color;
  return (
    <>
      <fieldset>
        <legend className="rail-title">{strings.room.instrument}</legend>
        <InstrumentChoice usual={usualOptions()} value={current} onChange={(instrument) => set({ instrument })} />
      </fieldset>
      <OwnMix />
      <fieldset>
        <legend className="rail-title">{strings.room.color}</legend>
        <Swatches
          name="color"
          options={playerColors.map(({ color }, index) => ({
            value: color,
            name: strings.room.colors[index] ?? color,
          }))}
          value={currentColor}
          onChange={(color) => set({ color })}
        />
      </fieldset>
      {failure !== undefined && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
    </>
  );
}

/** Settings for how the user's own notes sound here. */
function OwnMix() {
  const { room } = useRoomParts();
  const hearsSelf = useMix((state) => state.hearsSelf);
  const ownVolume = useMix((state) => state.ownVolume);
  const words = roomStrings.mix;
  return (
    <fieldset className="own-mix">
      <legend className="rail-title">{words.yourself}</legend>
      <Checkbox checked={!hearsSelf} onChange={(event) => room.setOwnMix({ hearsSelf: !event.currentTarget.checked })}>
        {words.ownInstrument}
      </Checkbox>
      <VolumeSlider
        volume={ownVolume}
        disabled={!hearsSelf}
        onChange={(chosen) => room.setOwnMix({ ownVolume: chosen })}
      />
    </fieldset>
  );
}
