import type { Participant } from '@roomtone/sdk';
import { Ellipsis, Mic, SlidersHorizontal, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePerson } from '../../../app/identity/use-person.ts';
import { useFriends } from '../../../app/social/use-friends.ts';
import { usePlayingParts } from '../../../playing/playing-parts.ts';
import { defaultPlayerMix, useMix } from '../../../playing/sound/mix-store.ts';
import { shownInstrument } from '../../../playing/sounds/instrument-names.ts';
import { patternOf } from '../../../playing/stage/player-appearance.ts';
import { useVoice } from '../../../playing/voice/voice-store.ts';
import { roomStrings } from '../../../room-strings.ts';
import { percent } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ContextMenu, Menu } from '../../../ui/menu.tsx';
import { AnchoredPopover, Popover } from '../../../ui/popover.tsx';
import { Range } from '../../../ui/range.tsx';
import { countRender } from '../../../ui/render-count.ts';
import { useOwnAccount } from '../moderation/use-permissions.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { PlayerActions } from './player-actions.tsx';
import { PlayerMix } from './player-mix.tsx';
import { PlayerSettings } from './player-settings.tsx';
import { QualityIndicator } from './quality-indicator.tsx';

interface PlayerRowProps {
  readonly participant: Participant;
}

/** A participant in the list. The stage writes the meter without rendering. */
export function PlayerRow({ participant }: PlayerRowProps) {
  countRender();
  const { participantId, displayName, color, guest } = participant;
  const isSelf = useRoom((state) => state.self === participantId);
  const isSpeaking = useVoice((state) => state.speaking.has(participantId));
  const [isMixing, setMixing] = useState(false);
  const row = (
    <li
      className="player"
      data-participant={participantId}
      data-self={isSelf && !guest ? '' : undefined}
      data-speaking={isSpeaking ? '' : undefined}
      style={guest ? {} : { '--player': color }}
    >
      <Avatar name={displayName} color={guest ? undefined : color} />
      <div className="player-text">
        <p className="player-name">
          <span className="player-names">
            <bdi className="player-display-name">{displayName}</bdi>
            <PlayerTags participant={participant} />
          </span>
          {!isSelf && <QualityIndicator number={participantId} />}
        </p>
        {guest ? (
          <p className="muted">{strings.room.guest}</p>
        ) : (
          <PlayerMeter participant={participant} isSelf={isSelf} isSpeaking={isSpeaking} />
        )}
      </div>
      {isSelf ? (
        !guest && <SettingsButton participant={participant} />
      ) : (
        <OthersButtons participant={participant} isMixing={isMixing} onMixing={setMixing} />
      )}
    </li>
  );
  if (isSelf) return row;
  return (
    <ContextMenu target={row}>
      <PlayerActions participant={participant} onMix={() => setMixing(true)} />
    </ContextMenu>
  );
}

interface OthersButtonsProps extends PlayerRowProps {
  readonly isMixing: boolean;
  readonly onMixing: (isMixing: boolean) => void;
}

function OthersButtons({ participant, isMixing, onMixing }: OthersButtonsProps) {
  const { participantId, displayName, guest } = participant;
  return (
    <span className="player-buttons">
      {!guest && <MuteButton participantId={participantId} name={displayName} />}
      <AnchoredPopover
        label={roomStrings.mix.title({ name: displayName })}
        isTitled
        side="right"
        align="start"
        className="mix"
        isOpen={isMixing}
        onClose={() => onMixing(false)}
        anchor={
          <Menu
            trigger={
              <IconButton className="player-more" label={roomStrings.people.more({ name: displayName })}>
                <Ellipsis />
              </IconButton>
            }
          >
            <PlayerActions participant={participant} onMix={() => onMixing(true)} />
          </Menu>
        }
      >
        <PlayerMix number={participantId} />
      </AnchoredPopover>
    </span>
  );
}

interface PlayerMeterProps extends PlayerRowProps {
  readonly isSelf: boolean;
  readonly isSpeaking: boolean;
}

function PlayerMeter({ participant, isSelf, isSpeaking }: PlayerMeterProps) {
  const { participantId, displayName, instrument, file, muted, recording, talking } = participant;
  const { stage } = usePlayingParts();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (bar.current !== null) return stage.meters.attach(participantId, bar.current);
    return undefined;
  }, [stage, participantId]);
  return (
    <>
      <p className="player-line muted">
        <bdi className="player-instrument">{shownInstrument(instrument)}</bdi>
        {file !== '' && <bdi className="player-file">♪ {file}</bdi>}
        {muted && <span>{strings.room.muted}</span>}
        {recording && <span className="player-records">{strings.room.records}</span>}
        {talking && (
          <span className="player-talks">
            <Mic />
            {isSpeaking ? roomStrings.voice.speaks : roomStrings.voice.talks}
          </span>
        )}
      </p>
      <span className="level">
        <span className="meter" aria-hidden="true">
          <i ref={bar} className={`pattern-${patternOf(participantId)}`} />
        </span>
        <PlayerFader participantId={participantId} name={displayName} isSelf={isSelf} />
      </span>
    </>
  );
}

function MuteButton({ participantId, name }: { readonly participantId: number; readonly name: string }) {
  const { room } = useRoomParts();
  const isMuted = useMix((state) => state.players.get(participantId)?.muted ?? false);
  const label = isMuted ? strings.room.unmute({ name }) : strings.room.mute({ name });
  return (
    <IconButton label={label} onClick={() => room.setPlayerMix(participantId, { muted: !isMuted })}>
      {isMuted ? <VolumeX /> : <Volume2 />}
    </IconButton>
  );
}

function SettingsButton({ participant }: PlayerRowProps) {
  return (
    <Popover
      label={strings.room.yourSound}
      side="right"
      align="start"
      className="player-settings"
      trigger={
        <IconButton className="player-settings-button" label={strings.room.yourSound}>
          <SlidersHorizontal />
        </IconButton>
      }
    >
      <PlayerSettings participant={participant} />
    </Popover>
  );
}

interface PlayerFaderProps {
  readonly participantId: number;
  readonly name: string;
  readonly isSelf: boolean;
}

/** The volume of a player on this device, on top of their meter. A double click restores the volume as played. */
function PlayerFader({ participantId, name, isSelf }: PlayerFaderProps) {
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
      aria-label={isSelf ? roomStrings.mix.ownVolume : roomStrings.mix.volumeOf({ name })}
      aria-valuetext={percent(volume)}
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

/** Larger rooms do not look up every account for its Pro badge: a user may make 100 requests a minute. */
const maxLookups = 24;

/** Badges of a participant: owner, moderator, Pro, and the presence if it is visible. */
function PlayerTags({ participant }: { readonly participant: Participant }) {
  const { userId, participantId, guest, bot } = participant;
  const isSelf = useRoom((state) => state.self === participantId);
  const isAlone = useRoom((state) => state.isAlone);
  const isOwner = useRoom((state) => userId !== '' && state.room?.roomOwner === userId);
  const isSmall = useRoom((state) => state.participants.length <= maxLookups);
  const account = useOwnAccount();
  const person = usePerson(isSmall && !isAlone && !guest ? userId : '').data;
  const status = useFriends().data?.friends.find((friend) => friend.userId === userId)?.status;
  const words = roomStrings.people;
  const isNamed = useRoom((state) => userId !== '' && state.room?.moderators?.includes(userId) === true);
  const ownRole = isSelf && !isNamed ? ['admin', 'moderator'].find((role) => account?.roles.includes(role)) : undefined;
  return (
    <>
      {isOwner && <span className="player-tag host">{strings.room.owner}</span>}
      {bot && <span className="player-tag">{words.bot}</span>}
      {isNamed && <span className="player-tag">{words.moderator}</span>}
      {ownRole !== undefined && (
        <span className="player-tag">{ownRole === 'admin' ? words.admin : words.moderator}</span>
      )}
      {person?.isPro && <span className="player-tag">{words.pro}</span>}
      {isSelf && !isAlone && <span className="visually-hidden">{strings.room.you}</span>}
      {(status === 'away' || status === 'busy') && <span className="player-tag">{words.statuses[status]}</span>}
    </>
  );
}
