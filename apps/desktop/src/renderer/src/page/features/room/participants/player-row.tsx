import type { Participant } from '@roomtone/sdk';
import { Ellipsis, SlidersHorizontal, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePlayingParts } from '../../../playing/playing-parts.ts';
import { useMix } from '../../../playing/sound/mix-store.ts';
import { shownInstrument } from '../../../playing/sounds/instrument-names.ts';
import { patternOf } from '../../../playing/stage/player-appearance.ts';
import { strings } from '../../../strings.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ContextMenu, Menu } from '../../../ui/menu.tsx';
import { AnchoredPopover, Popover } from '../../../ui/popover.tsx';
import { countRender } from '../../../ui/render-count.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { PlayerActions } from './player-actions.tsx';
import { PlayerFader } from './player-fader.tsx';
import { PlayerMix } from './player-mix.tsx';
import { PlayerSettings } from './player-settings.tsx';
import { PlayerTags } from './player-tags.tsx';
import { QualityIndicator } from './quality-indicator.tsx';

interface PlayerRowProps {
  readonly participant: Participant;
}

/** A participant in the list. The stage writes the meter without rendering. */
export function PlayerRow({ participant }: PlayerRowProps) {
  countRender();
  const { participantId, username, color, guest } = participant;
  const isSelf = useRoom((state) => state.self === participantId);
  const [isMixing, setMixing] = useState(false);
  const row = (
    <li
      className="player"
      data-participant={participantId}
      data-self={isSelf && !guest ? '' : undefined}
      style={guest ? {} : { '--player': color }}
    >
      <Avatar name={username} color={guest ? undefined : color} />
      <div className="player-text">
        <p className="player-name">
          <span className="player-names">
            <bdi className="player-username">{username}</bdi>
            <PlayerTags participant={participant} />
          </span>
          {!isSelf && <QualityIndicator number={participantId} />}
        </p>
        {guest ? (
          <p className="muted">{strings.room.guest}</p>
        ) : (
          <PlayerMeter participant={participant} isSelf={isSelf} />
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
  const { participantId, username, guest } = participant;
  return (
    <span className="player-buttons">
      {!guest && <MuteButton participantId={participantId} name={username} />}
      <AnchoredPopover
        label={strings.mix.title(username)}
        isTitled
        side="right"
        align="start"
        className="mix"
        isOpen={isMixing}
        onClose={() => onMixing(false)}
        anchor={
          <Menu
            trigger={
              <IconButton className="player-more" label={strings.people.more(username)}>
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
}

function PlayerMeter({ participant, isSelf }: PlayerMeterProps) {
  const { participantId, username, instrument, file, muted } = participant;
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
      </p>
      <span className="level">
        <span className="meter" aria-hidden="true">
          <i ref={bar} className={`pattern-${patternOf(participantId)}`} />
        </span>
        <PlayerFader participantId={participantId} name={username} isSelf={isSelf} />
      </span>
    </>
  );
}

function MuteButton({ participantId, name }: { readonly participantId: number; readonly name: string }) {
  const { room } = useRoomParts();
  const isMuted = useMix((state) => state.players.get(participantId)?.muted ?? false);
  const label = isMuted ? strings.room.unmute(name) : strings.room.mute(name);
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
