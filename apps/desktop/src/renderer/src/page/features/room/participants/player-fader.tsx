import { defaultPlayerMix, useMix } from '../../../playing/sound/mix-store.ts';
import { strings } from '../../../strings.ts';
import { Range } from '../../../ui/range.tsx';
import { useRoomParts } from '../room-parts.ts';

interface PlayerFaderProps {
  readonly participantId: number;
  readonly name: string;
  readonly isSelf: boolean;
}

/** The volume of a player on this device, on top of their meter. A double click restores the volume as played. */
export function PlayerFader({ participantId, name, isSelf }: PlayerFaderProps) {
  const { room } = useRoomParts();
  const volume = useMix(({ players, ownVolume }) =>
    isSelf ? ownVolume : (players.get(participantId) ?? defaultPlayerMix).volume,
  );
  const isOff = useMix(({ players, hearsSelf }) => (isSelf ? !hearsSelf : players.get(participantId)?.muted === true));
  const set = (chosen: number) => {
    if (isSelf) room.setOwnMix({ ownVolume: chosen });
    else room.setPlayerMix(participantId, { volume: chosen });
  };
  return (
    <Range
      className="fader"
      aria-label={isSelf ? strings.mix.ownVolume : strings.mix.volumeOf(name)}
      aria-valuetext={strings.mix.percent(volume)}
      min={0}
      max={1.5}
      step={0.01}
      value={volume}
      disabled={isOff}
      onChange={set}
      onDoubleClick={() => set(1)}
    />
  );
}
