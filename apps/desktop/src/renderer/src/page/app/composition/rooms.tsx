import { LibraryButton, LibraryDialog } from '../../features/library/library-dialog.tsx';
import { LoopsButton } from '../../features/loops/loops-button.tsx';
import { DropZone } from '../../features/playback/drop-zone.tsx';
import { usePlayback } from '../../features/playback/playback-store.ts';
import { PlayerBar } from '../../features/playback/player-bar.tsx';
import { LastMinutes } from '../../features/recording/last-minutes.tsx';
import { RecordButton } from '../../features/recording/record-button.tsx';
import { RecordingsDialog } from '../../features/recording/recordings-dialog.tsx';
import { PracticeScreen } from '../../features/room/practice-screen.tsx';
import { RoomScreen } from '../../features/room/room-screen.tsx';
import type { RoomSlots } from '../../features/room/room-slots.ts';
import { useRoom } from '../../features/room/room-store.ts';
import { strings } from '../../strings.ts';
import { RoomLoops } from './room-loops.tsx';
import type { Screen } from './screen.ts';
import '../../features/recording/recording.css';

/** A room with recording and playback. */
export const Room: Screen = ({ params }) => <RoomScreen roomId={params['id'] ?? ''} slots={useRoomSlots()} />;

/** The practice room with recording and playback. */
export const Practice: Screen = () => <PracticeScreen slots={useRoomSlots()} />;

function useRoomSlots(): RoomSlots {
  const fileFailure = usePlayback((state) => state.failure);
  const hasAudience = useRoom(({ guest, isAlone }) => !guest && !isAlone);
  return {
    recordButton: <RecordButton />,
    loopsButton: <LoopsButton />,
    loops: <RoomLoops />,
    libraryButton: <LibraryButton label={strings.library.open} />,
    playerBar: (isHeard) => (
      <PlayerBar hasAudience={isHeard} otherFile={<LibraryButton label={strings.library.chooseAnother} />} />
    ),
    lastMinutes: <LastMinutes />,
    fileFailure,
    dismissFileFailure: () => usePlayback.setState({ failure: undefined }),
    overlays: (
      <>
        <RecordingsDialog />
        <DropZone />
        <LibraryDialog hasAudience={hasAudience} />
      </>
    ),
  };
}
