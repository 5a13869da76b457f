import { useEffect } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { Inside } from './room-screen.tsx';
import { useRoom } from './room-store.ts';

/** The practice room: the same stage and sound, without anybody else. */
export function PracticeScreen() {
  const { room, engine } = useParts();
  useEffect(() => {
    room.practise();
    engine.startWhenAllowed();
    return () => room.leave();
  }, [room, engine]);
  return useRoom((state) => state.isAlone) ? <Inside /> : null;
}
