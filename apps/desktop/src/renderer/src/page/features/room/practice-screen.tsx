import { useEffect } from 'react';
import { pictureColor } from '../../app/identity/picture.tsx';
import { useProfile } from '../../app/identity/use-profile.ts';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { useRoomParts } from './room-parts.ts';
import { Inside } from './room-screen.tsx';
import type { RoomSlots } from './room-slots.ts';
import { useRoom } from './room-store.ts';

/** The practice room: the same stage and sound, without anybody else. */
export function PracticeScreen({ slots }: { readonly slots: RoomSlots }) {
  const { room } = useRoomParts();
  const { engine } = usePlayingParts();
  const color = pictureColor(useProfile().data?.avatarUrl);
  useEffect(() => {
    room.enterPractice();
    engine.startWhenAllowed();
    return () => room.leave();
  }, [room, engine]);
  useEffect(() => {
    if (color !== undefined) room.wearInPractice(color);
  }, [room, color]);
  return useRoom((state) => state.isAlone) ? <Inside slots={slots} /> : null;
}
