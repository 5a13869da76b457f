import type { Participant, RoomInfo } from '@roomtone/sdk';
import { useEffect, useState } from 'react';
import { actionNames, keysOf, type LearnedAction } from '../../../contract/midi-learn.ts';
import { DurationField, durations } from '../../app/rooms/duration-field.tsx';
import { ModerationForm } from '../../app/rooms/moderation-form.tsx';
import { MuteScopeField, muteOf } from '../../app/rooms/mute-scope-field.tsx';
import { ReasonField } from '../../app/rooms/reason-field.tsx';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { useLearned } from '../../playing/input/midi-learn.ts';
import { useKeyLabels } from '../../playing/piano/key-labels.ts';
import { keyName } from '../../playing/piano/key-name.ts';
import { useOctave } from '../../playing/piano/octave-store.ts';
import { roomStrings } from '../../room-strings.ts';
import { agoText, figure, isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { SettingsDialog } from './moderation/settings-dialog.tsx';
import { closeRoomDialog, useRoomDialog } from './room-dialog-store.ts';
import { useRoomParts } from './room-parts.ts';
import { useRoom } from './room-store.ts';
import './shortcuts.css';
import { useParts } from '../../app/app-parts.ts';
import { pictureColor } from '../../app/identity/picture.tsx';
import { usePerson } from '../../app/identity/use-person.ts';
import { shownInstrument } from '../../playing/sounds/instrument-names.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { QualityText } from './participants/quality-indicator.tsx';
import './participants/profile.css';

/** Shows the open dialog, which closes with the room. */
export function RoomDialogs() {
  const open = useRoomDialog((state) => state.open);
  const room = useRoom((state) => state.room);
  useEffect(() => closeRoomDialog, []);
  if (open === undefined || room === undefined) return null;
  switch (open.kind) {
    case 'invite':
      return <InviteDialog room={room} onClose={closeRoomDialog} />;
    case 'settings':
      return <SettingsDialog room={room} onClose={closeRoomDialog} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={closeRoomDialog} />;
    case 'profile':
      return <ProfileDialog participant={open.participant} onClose={closeRoomDialog} />;
    case 'kick':
      return <KickDialog participant={open.participant} onClose={closeRoomDialog} />;
    case 'ban':
      return <BanDialog participant={open.participant} onClose={closeRoomDialog} />;
    case 'mute':
      return <MuteDialog participant={open.participant} onClose={closeRoomDialog} />;
    case 'transfer':
      return <TransferDialog participant={open.participant} room={room} onClose={closeRoomDialog} />;
  }
}

/** Asks a participant to own the room. Once they have agreed, only they could undo that. */
function TransferDialog({ participant, room, onClose }: AboutParticipant & { readonly room: RoomInfo }) {
  const { moderation } = useRoomParts();
  const words = strings.moderation;
  return (
    <ModerationForm
      title={words.transferTitle({ room: isolated(shownRoomName(room.roomName)), name: participant.displayName })}
      description={words.transferWarning}
      act={words.transferAct}
      onAct={() => moderation.transfer(participant)}
      onClose={onClose}
    />
  );
}

/** Removes a participant, who may join again immediately. */
function KickDialog({ participant, onClose }: AboutParticipant) {
  const { moderation } = useRoomParts();
  const [reason, setReason] = useState('');
  const words = strings.moderation;
  return (
    <ModerationForm
      title={words.kickTitle({ name: participant.displayName })}
      description={words.kickHint}
      act={words.kick}
      onAct={() => moderation.kick(participant, reason)}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ModerationForm>
  );
}

function BanDialog({ participant, onClose }: AboutParticipant) {
  const { moderation } = useRoomParts();
  const [seconds, setSeconds] = useState<number>(durations[1]);
  const [reason, setReason] = useState('');
  const words = strings.moderation;
  return (
    <ModerationForm
      title={words.banTitle({ name: participant.displayName })}
      description={participant.guest ? words.banGuestHint : words.banHint}
      act={words.ban}
      onAct={() => moderation.ban(participant, seconds, reason)}
      onClose={onClose}
    >
      <DurationField value={seconds} onChange={setSeconds} />
      <ReasonField value={reason} onChange={setReason} />
    </ModerationForm>
  );
}

/** Mutes a participant's chat, notes or both. */
function MuteDialog({ participant, onClose }: AboutParticipant) {
  const { moderation } = useRoomParts();
  const [scope, setScope] = useState('both');
  const [seconds, setSeconds] = useState<number>(durations[0]);
  const words = strings.moderation;
  return (
    <ModerationForm
      title={words.muteTitle({ name: participant.displayName })}
      description={words.muteHint}
      act={words.mute}
      onAct={() => moderation.mute(participant, muteOf(scope), seconds)}
      onClose={onClose}
    >
      <MuteScopeField value={scope} onChange={setScope} />
      <DurationField value={seconds} onChange={setSeconds} />
    </ModerationForm>
  );
}

/** Props of a dialog about one participant. */
interface AboutParticipant {
  readonly participant: Participant;
  readonly onClose: () => void;
}

const whiteCodes = ['KeyA', 'KeyS', 'KeyD', 'KeyF', 'KeyG', 'KeyH', 'KeyJ', 'KeyK', 'KeyL'];
const blackCodes = ['KeyW', 'KeyE', 'KeyT', 'KeyY', 'KeyU', 'KeyO', 'KeyP'];

/** Every key that does something in a room, with the letters of the user's own keyboard. */
function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const labels = useKeyLabels();
  const baseNote = useOctave((state) => state.baseNote);
  const words = roomStrings.shortcuts;
  const learned = useLearned((state) => state.keys);
  const letters = (codes: readonly string[]) => codes.map((code) => labels[code] ?? code);
  const { actions, inReadingMode } = roomStrings.controls;
  const names = (codes: readonly string[]) => codes.map((code) => keyName(code, labels));
  const shortcutsOf = (action: LearnedAction): (readonly [readonly string[], string])[] => {
    const { keys, readingKeys } = keysOf(action);
    const own = learned.flatMap((each) => (each.action === action ? [each.code] : []));
    const rows = [[names([...own, ...keys]), actions[action]] as const];
    if (readingKeys.length > 0) rows.push([names(readingKeys), `${actions[action]}, ${inReadingMode}`]);
    return rows.filter(([shown]) => shown.length > 0);
  };
  const shortcuts = [
    [letters(whiteCodes), words.white({ note: `C${baseNote / 12 - 1}` })],
    [letters(blackCodes), words.black],
    [letters(['KeyZ', 'KeyX']), words.octave],
    [[words.space], words.sustain],
    [['Enter'], words.send],
    [['Esc'], words.back],
    [['←', '→'], words.focus],
    [names(['KeyV']), roomStrings.voice.holdKey],
    ...actionNames.flatMap((action) => shortcutsOf(action)),
    [['?'], words.list],
  ] as const;
  return (
    <Dialog title={words.title} onClose={onClose}>
      <dl className="shortcuts">
        {shortcuts.map(([keys, about]) => (
          <div key={about}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

interface ProfileDialogProps {
  readonly participant: Participant;
  readonly onClose: () => void;
}

/** A participant's public profile, without leaving the room. */
function ProfileDialog({ participant, onClose }: ProfileDialogProps) {
  const { bridge } = useParts();
  const { userId, displayName, color, participantId, instrument, avatarUrl } = participant;
  const { data: person, error, refetch } = usePerson(userId);
  const words = roomStrings.people;
  return (
    <Dialog title={displayName} onClose={onClose} className="profile">
      <div className="person-head">
        <Avatar
          name={displayName}
          color={color}
          src={avatarUrl === '' || pictureColor(avatarUrl) !== undefined ? undefined : `${bridge.baseUrl}${avatarUrl}`}
          size="large"
        />
        <div>
          <bdi>{shownInstrument(instrument)}</bdi>
          <p className="muted">
            <QualityText number={participantId} />
          </p>
          {person?.isPro && <Badge>{words.pro}</Badge>}
        </div>
      </div>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && (
        <dl className="profile-figures">
          {[
            [words.notesPlayed, person && figure(person.publicStats.totalNotes)],
            [words.timePlayed, person && playedText(person.publicStats.timePlayed)],
            [words.lastSeen, person && agoText(person.lastSeen)],
          ].map(([name, value]) => (
            <div key={name}>
              <dt className="muted">{name}</dt>
              <dd>{value ?? <Skeleton />}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}

function playedText(seconds: number): string {
  const words = roomStrings.people;
  return seconds < 3_600
    ? words.playedMinutes({ minutes: seconds / 60 })
    : words.playedHours({ hours: seconds / 3_600 });
}
