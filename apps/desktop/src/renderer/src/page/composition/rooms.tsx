import { type ReactNode, useCallback, useEffect } from 'react';
import { sheetFileName } from '../../../../shared/sheet-file.ts';
import { LibraryButton, LibraryDialog, LibraryItem } from '../features/library/library-dialog.tsx';
import { LoopsButton } from '../features/loops/loops-button.tsx';
import { PlaybackDropZone } from '../features/playback/drop-zone.tsx';
import { usePlaybackParts } from '../features/playback/playback-parts.ts';
import { usePlayback } from '../features/playback/playback-store.ts';
import { PlayerBar } from '../features/playback/player-bar.tsx';
import { LastMinutes } from '../features/recording/last-minutes.tsx';
import { RecordButton } from '../features/recording/record-button.tsx';
import { RecordingsDialog } from '../features/recording/recordings-dialog.tsx';
import { usePermissions } from '../features/room/moderation/use-permissions.ts';
import { PracticeScreen } from '../features/room/practice-screen.tsx';
import { ReadingTools } from '../features/room/reading-tools.tsx';
import { RoomScreen } from '../features/room/room-screen.tsx';
import type { RoomSlots } from '../features/room/room-slots.ts';
import { useRoom } from '../features/room/room-store.ts';
import { SetListBar, SetListButton } from '../features/sheets/set-list-panel.tsx';
import { ShareButton } from '../features/sheets/share-button.tsx';
import { RoomSheetsButton, SheetButton } from '../features/sheets/sheet-button.tsx';
import { SheetPanel } from '../features/sheets/sheet-panel.tsx';
import { useSheetParts } from '../features/sheets/sheet-parts.ts';
import { TempoOffer } from '../features/sheets/tempo-offer.tsx';
import { RoomVoice } from '../features/voice/room-voice.tsx';
import { TalkBar } from '../features/voice/talk-bar.tsx';
import { TalkButton } from '../features/voice/talk-button.tsx';
import type { VoiceRoom } from '../features/voice/voice-controller.ts';
import { usePlayingParts } from '../playing/playing-parts.ts';
import { strings } from '../strings.ts';
import { actByKeys } from './action-keys.ts';
import type { Screen } from './screen.ts';
import './learned-actions.ts';
import '../features/recording/recording.css';
import type { Participant } from '@roomtone/sdk';
import { type LoopPlace, LoopPlaceContext } from '../features/loops/loop-place.ts';
import { LoopsPanel } from '../features/loops/loops-panel.tsx';
import { readTracksInWorker } from '../features/playback/read-tracks.ts';
import { useRoomParts } from '../features/room/room-parts.ts';
import { useTime } from '../features/room/time-store.ts';
import { useWhyNotPlay } from '../features/room/turns/use-why-not-play.ts';
import { useMaySetMetronome, useMaySetTime } from '../features/room/use-may-set-time.ts';
import { programFor } from '../playing/sounds/general-midi.ts';

/** A room with recording and playback. */
export const Room: Screen = ({ params }) => {
  const { room } = useRoomParts();
  const isJoined = useRoom(({ connection }) => connection.status === 'joined');
  const isTalkedIn = useRoom(({ participants, self }) =>
    participants.some(({ participantId, talking }) => talking && participantId !== self),
  );
  const applyMix = useCallback(() => room.applyMix(), [room]);
  return (
    <RoomVoice room={{ isJoined, isTalkedIn, denial: useTalkDenial() }} applyMix={applyMix}>
      <RoomScreen roomId={params['id'] ?? ''} slots={useRoomSlots()} />
    </RoomVoice>
  );
};

/** Why the server would not pass the user's voice on (room rules R27.4). */
function useTalkDenial(): VoiceRoom['denial'] {
  const { mayModerate } = usePermissions();
  return useRoom(({ participants, self, room }) => {
    const own = participants.find(({ participantId }) => participantId === self);
    if (own === undefined) return undefined;
    if (own.muted) return 'muted';
    const right = room?.settings?.mayTalk ?? 'everybody';
    if (right === 'nobody') return 'forbidden';
    if (right === 'everybody' || mayModerate) return undefined;
    const isListed = room?.players?.includes(own.userId) === true;
    return isListed || (right === 'members' && own.member) ? undefined : 'forbidden';
  });
}

/** The practice room with recording and playback. */
export const Practice: Screen = () => <PracticeScreen slots={useRoomSlots()} />;

function useRoomSlots(): RoomSlots {
  const fileFailure = usePlayback((state) => state.failure);
  const hasAudience = useRoom(({ guest, isAlone }) => !guest && !isAlone);
  const { player } = usePlaybackParts();
  const { sheets, ofRoom } = useSheetParts();
  const { learn } = usePlayingParts();
  useEffect(() => actByKeys((action, timeUs) => learn.act(action, timeUs)), [learn]);
  const { mayModerate } = usePermissions();
  const isAlone = useRoom((state) => state.isAlone);
  const isGuest = useRoom((state) => state.guest);
  const roomId = useRoom((state) => state.roomId);
  const { time } = useRoomParts();
  const transport = useTime((state) => state.transport);
  const maySetTime = useMaySetMetronome();
  const takeTempo = ({ bpm, beatsPerBar }: { readonly bpm: number; readonly beatsPerBar: number }) =>
    time.setMetronome({ bpm, beatsPerBar, running: transport.running, countIn: true });
  const openFile = useCallback(
    (file: File) => void (sheetFileName.test(file.name) ? sheets.open(file) : player.open(file)),
    [player, sheets],
  );
  const tools = (
    <>
      {!isAlone && !isGuest && <TalkButton />}
      <ReadingTools />
    </>
  );
  return {
    sheetButtons: (
      <>
        {isAlone || isGuest ? <SheetButton /> : <RoomSheetsButton roomId={roomId} mayKeep={mayModerate} />}
        {!isAlone && <SetListButton acts={ofRoom} mayKeep={mayModerate} />}
      </>
    ),
    recordButton: <RecordButton />,
    talkButton: <TalkButton />,
    talkBar: <TalkBar />,
    loopsButton: <LoopsButton />,
    loops: <RoomLoops />,
    libraryButton: <LibraryButton label={strings.library.open} />,
    libraryItem: <LibraryItem />,
    playerBar: (isHeard) => (
      <div className="above-stage">
        <PlayerBar hasAudience={isHeard} otherFile={<LibraryButton label={strings.library.chooseAnother} />} />
        {!isAlone && <SetListBar acts={ofRoom} mayKeep={mayModerate} />}
        <SheetPanel
          reading={{ acts: ofRoom, mayKeep: mayModerate, tools }}
          extra={
            <>
              {maySetTime && <TempoOffer now={transport} onTake={takeTempo} />}
              {mayModerate && !isAlone && <ShareButton share={() => ofRoom.share()} />}
            </>
          }
        />
      </div>
    ),
    lastMinutes: <LastMinutes />,
    fileFailure,
    dismissFileFailure: () => usePlayback.setState({ failure: undefined }),
    overlays: (
      <>
        <RecordingsDialog />
        <PlaybackDropZone onFile={openFile} />
        <LibraryDialog hasAudience={hasAudience} />
      </>
    ),
  };
}

/** The loops' panel, with what it needs to know of the room. */
function RoomLoops(): ReactNode {
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
      .map(({ participantId, userId, displayName, color, instrument }) => ({
        ...{ participantId, userId, name: displayName, color, program: programFor(instrument) },
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
