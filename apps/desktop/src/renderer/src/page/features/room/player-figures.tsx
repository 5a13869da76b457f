import type { Participant, PlayerQuality } from '@roomtone/sdk';
import { roomStrings } from '../../room-strings.ts';
import { msText, wholeMsText } from '../../strings/durations.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useRoom } from './room-store.ts';
import { SecondPath } from './second-path.tsx';
import { useTime } from './time-store.ts';

const words = roomStrings.timing;

/** Figures for each of the other players: those measured here, and those they report. */
export function PlayerFigures() {
  const participants = useRoom((state) => state.participants);
  const self = useRoom((state) => state.self);
  const players = useTime((state) => state.players);
  const others = participants.filter(({ participantId, guest }) => participantId !== self && !guest);
  return (
    <section>
      <h3>{words.players}</h3>
      {others.length === 0 && <p className="muted">{words.nobody}</p>}
      <ul aria-label={words.players} className="player-figures">
        {others.map((participant) => (
          <PlayerItem
            key={participant.participantId}
            participant={participant}
            quality={players.find((each) => each.participantId === participant.participantId)}
          />
        ))}
      </ul>
    </section>
  );
}

interface PlayerItemProps {
  readonly participant: Participant;
  readonly quality: PlayerQuality | undefined;
}

/** The path by which a player's notes come, and how long it is. */
function pathOf(quality: PlayerQuality | undefined): string {
  const us = quality?.arrivals?.transit?.p50Us ?? quality?.oneWayUs;
  if (us === undefined) return words.unknown;
  const ms = wholeMsText(us / 1000);
  return quality?.direct?.state === 'used' ? words.path.direct({ ms }) : words.path.server({ ms });
}

/** One player's figures. */
export function PlayerItem({ participant, quality }: PlayerItemProps) {
  const { displayName, color } = participant;
  const { reported, arrivals, oneWayUs } = quality ?? {};
  const latency = arrivals?.latency;
  const ms = (us: number | undefined) => (us === undefined ? words.unknown : msText(us / 1000));
  const count = (value: number | undefined) => (value === undefined ? words.unknown : String(value));
  const figures = [
    [words.figures.roundTrip, ms(reported?.rttUs)],
    [words.path.name, pathOf(quality)],
    [words.figures.oneWay, ms(oneWayUs)],
    [words.figures.jitter, ms(arrivals?.jitterUs)],
    [words.figures.late, count(arrivals?.late)],
    [words.figures.dropped, count(reported?.dropped)],
  ] as const;
  return (
    <li>
      <p className="player-figures-head">
        <Avatar name={displayName} color={color} />
        <span>
          <b>{displayName}</b>
          <span className="muted">
            {latency === undefined
              ? words.noNotes
              : words.playersWindow({ samples: latency.samples, seconds: Math.round(latency.windowMs / 1000) })}
          </span>
        </span>
      </p>
      {latency !== undefined && (
        <dl className="percentiles">
          <div>
            <dt>{words.percentiles.p50}</dt>
            <dd>{ms(latency.p50Us)}</dd>
          </div>
          <div>
            <dt>{words.percentiles.p95}</dt>
            <dd>{ms(latency.p95Us)}</dd>
          </div>
          <div>
            <dt>{words.percentiles.p99}</dt>
            <dd>{ms(latency.p99Us)}</dd>
          </div>
        </dl>
      )}
      <dl className="figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <SecondPath datagrams={reported?.datagrams} />
      </dl>
    </li>
  );
}
