import { Volume2, VolumeX } from 'lucide-react';
import { useMix } from '../../playing/sound/mix-store.ts';
import { strings } from '../../strings.ts';
import { Range } from '../../ui/range.tsx';
import { useRoomParts } from './room-parts.ts';

/** The volume of all players together, on this device. */
export function MasterVolume() {
  const { room } = useRoomParts();
  const master = useMix((state) => state.master);
  return (
    <span className="master">
      {master === 0 ? <VolumeX /> : <Volume2 />}
      <Range
        aria-label={strings.mix.master}
        aria-valuetext={strings.mix.percent(master)}
        min={0}
        max={1}
        step={0.01}
        value={master}
        onChange={(value) => room.setOwnMix({ master: value })}
        onDoubleClick={() => room.setOwnMix({ master: 1 })}
      />
    </span>
  );
}
