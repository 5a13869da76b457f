import { LoopsButton } from '../../features/loops/loops-button.tsx';
import { DropZone } from '../../features/playback/drop-zone.tsx';
import { usePlayback } from '../../features/playback/playback-store.ts';
import { PlayerBar } from '../../features/playback/player-bar.tsx';
import { LastMinutes } from '../../features/recording/last-minutes.tsx';
import { LibraryDialog } from '../../features/recording/library-dialog.tsx';
import { RecordButton } from '../../features/recording/record-button.tsx';
import { PracticeScreen } from '../../features/room/practice-screen.tsx';
import { RoomScreen } from '../../features/room/room-screen.tsx';
import type { RoomSlots } from '../../features/room/room-slots.ts';
import { RoomLoops } from './room-loops.tsx';
import type { Screen } from './screen.ts';
import '../../features/recording/recording.css';

/** A room with recording and playback. */
export const Room: Screen = ({ params }) => <RoomScreen roomId={params['id'] ?? ''} slots={useRoomSlots()} />;

/** The practice room with recording and playback. */
export const Practice: Screen = () => <PracticeScreen slots={useRoomSlots()} />;

function useRoomSlots(): RoomSlots {
  const fileFailure = usePlayback((state) => state.failure);
  return {
    recordButton: <RecordButton />,
    loopsButton: <LoopsButton />,
    loops: <RoomLoops />,
    playerBar: (hasAudience) => <PlayerBar hasAudience={hasAudience} />,
    lastMinutes: <LastMinutes />,
    fileFailure,
    dismissFileFailure: () => usePlayback.setState({ failure: undefined }),
    overlays: (
      <>
        <LibraryDialog />
        <DropZone />
      </>
    ),
  };
}
