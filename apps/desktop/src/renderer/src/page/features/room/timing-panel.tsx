import { Activity } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { DirectChoice } from '../../../contract/messages.ts';
import { useAudio } from '../../playing/sound/audio-store.ts';
import { roomStrings } from '../../room-strings.ts';
import { msText, wholeMsText } from '../../strings/durations.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { feelOf, largestPart, latencyLevel, metresOf } from './latency-figures.ts';
import { PlayerFigures } from './player-figures.tsx';
import { PlayoutModes } from './playout-modes.tsx';
import { useRoomParts } from './room-parts.ts';
import { useRoom } from './room-store.ts';
import { SecondPath } from './second-path.tsx';
import { directChoices, useDirectChoice, useTime } from './time-store.ts';
import { useLatency } from './use-latency.ts';
import './timing.css';

const words = roomStrings.timing;

/** Shows the highest latency among the other players; opens its parts. */
export function TimingButton() {
  const isJoined = useRoom((state) => state.connection.status === 'joined');
  const highest = useLatency('highest');
  const name = useNameOf(highest?.participant);
  const intervalBars = useTime((state) => state.mode.intervalBars);
  return (
    <Popover
      label={words.title}
      isTitled
      align="end"
      className="timing-panel"
      trigger={<TimingPill isJoined={isJoined} name={name} totalUs={highest?.totalUs} intervalBars={intervalBars} />}
    >
      <HighestLatency />
      <PlayoutModes />
      <DirectChoiceField />
      <OwnFigures />
      <PlayerFigures />
    </Popover>
  );
}

/** Chooses in which rooms notes may go straight from player to player. */
function DirectChoiceField() {
  const { time } = useRoomParts();
  const choice = useDirectChoice((state) => state.choice);
  return (
    <Select
      label={words.direct.label}
      hint={words.direct.hint}
      value={choice}
      options={directChoices.map((value) => ({ value, name: words.direct.choices[value] }))}
      onChange={(event) => time.chooseDirect(event.currentTarget.value as DirectChoice)}
    />
  );
}

interface TimingPillProps extends Omit<ComponentProps<typeof Button>, 'name'> {
  readonly isJoined: boolean;
  /** The player with the highest latency. */
  readonly name: string;
  /** That latency, µs; undefined while nobody has played. */
  readonly totalUs: number | undefined;
  /** How many bars later the others are heard; 0 without an interval. */
  readonly intervalBars?: number;
}

/** The button itself. The other props are for the button: those of a popover's trigger. */
export function TimingPill({ isJoined, name, totalUs, intervalBars = 0, ...trigger }: TimingPillProps) {
  const { room } = strings;
  if (!isJoined || totalUs === undefined || intervalBars > 0) {
    const online = intervalBars > 0 ? words.barsLater({ bars: intervalBars }) : room.online;
    const word = isJoined ? online : room.offline;
    return (
      <Button {...trigger} className="pill timing" data-level={isJoined ? 'good' : undefined} aria-label={word}>
        <Activity />
        <span className="pill-word">{word}</span>
      </Button>
    );
  }
  const level = latencyLevel(totalUs);
  const ms = wholeMsText(totalUs / 1000);
  return (
    <Button
      {...trigger}
      className="pill timing"
      data-level={level}
      data-heard=""
      aria-label={`${words.heard({ name, ms })}, ${words.levels[level]}`}
    >
      <Activity />
      <span className="pill-word">{words.heardName({ name })}</span>
      <b>{ms}</b>
    </Button>
  );
}

function useNameOf(participant: number | undefined): string {
  return useRoom(
    (state) => state.participants.find(({ participantId }) => participantId === participant)?.displayName ?? '',
  );
}

/** The highest latency among the other players, its parts, and how it feels. */
function HighestLatency() {
  const highest = useLatency('highest');
  const name = useNameOf(highest?.participant);
  const { intervalBars } = useTime((state) => state.mode);
  if (intervalBars > 0) {
    return (
      <section>
        <p className="timing-lead">{words.heardLater({ bars: intervalBars })}</p>
        <p className="muted">{words.heardLaterHint}</p>
      </section>
    );
  }
  if (highest === undefined) {
    return (
      <section>
        <p className="timing-lead">{words.notHeard}</p>
        <p className="muted">{words.notHeardHint}</p>
      </section>
    );
  }
  const parts = [
    { key: 'network', us: highest.networkUs, name: words.parts.network, hint: words.parts.networkHint },
    { key: 'held', us: highest.playoutDelayUs, name: words.parts.held, hint: words.parts.heldHint },
    { key: 'audio', us: highest.audioUs, name: words.parts.audio, hint: words.parts.audioHint },
  ];
  const level = latencyLevel(highest.totalUs);
  const largest = largestPart(highest);
  return (
    <section>
      <p className="timing-lead">
        {words.heard({ name, ms: wholeMsText(highest.totalUs / 1000) })}{' '}
        <span className="latency" data-level={level}>
          {words.levels[level]}
        </span>
      </p>
      <p className="muted">{words.feel[feelOf(highest.totalUs)]({ metres: metresOf(highest.totalUs) })}</p>
      {level !== 'good' && <p>{words.largest[largest.part]({ ms: wholeMsText(largest.us / 1000) })}</p>}
      <div className="timing-bar" aria-hidden="true">
        {parts.map(({ key, us }) => (
          <i key={key} data-part={key} style={{ flexGrow: us }} />
        ))}
      </div>
      <dl className="timing-parts">
        {parts.map(({ key, us, name, hint }) => (
          <div key={key}>
            <dt>
              <i data-part={key} aria-hidden="true" />
              {name} <span className="muted">{hint}</span>
            </dt>
            <dd>{msText(us / 1000)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <i aria-hidden="true" />
            {words.parts.jitter} <span className="muted">{words.parts.jitterHint}</span>
          </dt>
          <dd>{msText(highest.jitterUs / 1000)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** Figures that are known before anybody plays. */
function OwnFigures() {
  const clock = useRoom((state) => state.clock);
  const latencyMs = useAudio((state) => state.latencyMs);
  const datagrams = useTime((state) => state.datagrams);
  const { measuring } = strings.room;
  return (
    <section>
      <h3>{words.ownWay}</h3>
      <dl className="figures">
        <div>
          <dt>{words.roundTrip}</dt>
          <dd>{isMeasured(clock) ? msText(clock.rttUs / 1000) : measuring}</dd>
        </div>
        <div>
          <dt>{words.clockError}</dt>
          <dd>{isMeasured(clock) ? msText(clock.errorUs / 1000) : measuring}</dd>
        </div>
        <div>
          <dt>{words.audio}</dt>
          <dd>{latencyMs > 0 ? msText(latencyMs) : words.unknown}</dd>
        </div>
        <SecondPath datagrams={datagrams} sooner={datagrams.sooner} />
      </dl>
    </section>
  );
}

type Clock = { readonly rttUs: number; readonly errorUs: number };

function isMeasured(clock: Clock | undefined): clock is Clock {
  return clock !== undefined && Number.isFinite(clock.errorUs);
}
