import type { Participant } from '@roomtone/protocol';
import { SlidersHorizontal, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useParts } from '../app-parts.ts';
import { useMix } from '../performance/mix-store.ts';
import { patternOf } from '../performance/player-look.ts';
import { strings } from '../strings.ts';
import { Avatar } from '../ui/avatar.tsx';
import { countRender } from '../ui/render-count.ts';
import { PlayerMixButton } from './player-mix.tsx';
import { PlayerSettings, playerSettingsId } from './player-settings.tsx';
import { useRoom } from './room-store.ts';

/** One person in the room. The meter and the delay are written by the stage, past React. */
export function PlayerRow({ participant }: { readonly participant: Participant }) {
  countRender();
  const { number, username, color, guest, instrument, muted } = participant;
  const isSelf = useRoom((state) => state.self === number);
  const isAlone = useRoom((state) => state.isAlone);
  const isHost = useRoom((state) => participant.userId !== '' && state.room?.roomOwner === participant.userId);
  if (guest) {
    return (
      <li className="player" data-participant={number}>
        <Avatar name={username} />
        <div className="player-text">
          <PlayerName name={username} isSelf={isSelf} isHost={false} />
          <p className="muted">{strings.room.guest}</p>
        </div>
      </li>
    );
  }
  return (
    <li className="player" data-participant={number} data-self={isSelf ? '' : undefined} style={{ '--player': color }}>
      <Avatar name={username} color={color} />
      <div className="player-text">
        <PlayerName name={username} isSelf={isSelf && !isAlone} isHost={isHost} />
        <PlayerMeter number={number} line={instrument || strings.room.defaultInstrument} isMuted={muted} />
      </div>
      {isSelf ? (
        <SettingsButton participant={participant} />
      ) : (
        <>
          <PlayerMixButton number={number} name={username} />
          <MuteButton number={number} name={username} />
        </>
      )}
    </li>
  );
}

function PlayerName(props: { readonly name: string; readonly isSelf: boolean; readonly isHost: boolean }) {
  return (
    <p className="player-name">
      <span className="player-username">{props.name}</span>
      {props.isHost && <span className="player-tag host">{strings.room.host}</span>}
      {props.isSelf && <span className="player-tag you">{strings.room.you}</span>}
    </p>
  );
}

interface PlayerMeterProps {
  readonly number: number;
  readonly line: string;
  readonly isMuted: boolean;
}

function PlayerMeter({ number, line, isMuted }: PlayerMeterProps) {
  const { stage } = useParts();
  const bar = useRef<HTMLElement>(null);
  const delay = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (bar.current !== null) return stage.meters.attach(number, bar.current, delay.current);
    return undefined;
  }, [stage, number]);
  return (
    <>
      <p className="player-line muted">
        <span className="player-instrument">{line}</span>
        <span ref={delay} className="player-delay" />
        {isMuted && <span>{strings.room.silenced}</span>}
      </p>
      <span className="meter" aria-hidden="true">
        <i ref={bar} className={`pattern-${patternOf(number)}`} />
      </span>
    </>
  );
}

function MuteButton({ number, name }: { readonly number: number; readonly name: string }) {
  const { room } = useParts();
  const isMuted = useMix((state) => state.players.get(number)?.muted ?? false);
  const label = isMuted ? strings.room.unmute(name) : strings.room.mute(name);
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={() => room.hear(number, { muted: !isMuted })}
    >
      {isMuted ? <VolumeX /> : <Volume2 />}
    </button>
  );
}

function SettingsButton({ participant }: { readonly participant: Participant }) {
  return (
    <>
      <button
        type="button"
        className="icon-button player-settings-button"
        aria-label={strings.room.yourSound}
        title={strings.room.yourSound}
        popoverTarget={playerSettingsId}
      >
        <SlidersHorizontal />
      </button>
      <PlayerSettings participant={participant} />
    </>
  );
}
