import type { Participant } from '@roomtone/sdk';
import type { ReactNode } from 'react';
import { type LoopPlace, LoopPlaceContext } from '../../features/loops/loop-place.ts';
import { LoopsPanel } from '../../features/loops/loops-panel.tsx';
import { readTracksInWorker } from '../../features/playback/read-tracks.ts';
import { usePermissions } from '../../features/room/moderation/use-permissions.ts';
import { useRoomParts } from '../../features/room/room-parts.ts';
import { useRoom } from '../../features/room/room-store.ts';
import { useTime } from '../../features/room/time-store.ts';
import { useWhyNotPlay } from '../../features/room/turns/use-why-not-play.ts';
import { useMaySetTime } from '../../features/room/use-may-set-time.ts';
import { programFor } from '../../playing/sounds/general-midi.ts';

/** The loops' panel, with what it needs to know of the room. */
export function RoomLoops(): ReactNode {
  const { time } = useRoomParts();
  const { self, participants, room } = useRoom();
  const { mayModerate } = usePermissions();
  const maySetTime = useMaySetTime();
  const whyNotPlay = useWhyNotPlay();
  const { bpm, beatsPerBar, running } = useTime((state) => state.transport);
  const own = participants.find(({ participantId }) => participantId === self);
  const isForModerators = room?.settings?.mayLoop === 'moderators';
  const place: LoopPlace = {
    ...{ self, mayModerate, bpm, beatsPerBar, isRunning: running, readTracks: readTracksInWorker },
    players: participants
      .filter((participant) => !participant.guest)
      .map(({ participantId, userId, username, color, instrument }) => ({
        ...{ participantId, userId, name: username, color, program: programFor(instrument) },
      })),
    denial: denialOf(own, mayModerate, isForModerators, whyNotPlay !== undefined),
    startMetronome: maySetTime
      ? () => time.setMetronome({ bpm, beatsPerBar, running: true, countIn: true })
      : undefined,
  };
  return (
    <LoopPlaceContext value={place}>
      <LoopsPanel />
    </LoopPlaceContext>
  );
}

/** Why the server would refuse (room rules R21.2). */
function denialOf(
  own: Pick<Participant, 'guest' | 'muted'> | undefined,
  mayModerate: boolean,
  isForModerators: boolean,
  mayNotPlay: boolean,
): LoopPlace['denial'] {
  if (own === undefined || own.guest) return 'guest';
  if (own.muted) return 'muted';
  if (mayModerate) return undefined;
  if (isForModerators) return 'moderators';
  return mayNotPlay ? 'notPlaying' : undefined;
}
