import { roomStrings } from '../../../room-strings.ts';
import { wholeMsText } from '../../../strings/durations.ts';
import { latencyLevel } from '../latency-figures.ts';
import { useRoom } from '../room-store.ts';
import { useTime } from '../time-store.ts';
import { useLatency } from '../use-latency.ts';

/** How late a player is heard; until they have played, the quality of the connection to them as an icon. */
export function QualityIndicator({ number }: { readonly number: number }) {
  const latency = useLatency(number);
  const words = roomStrings.timing;
  if (latency === undefined) return <ConnectionBars number={number} />;
  const level = latencyLevel(latency.totalUs);
  return (
    <span className="latency" data-level={level} title={words.levels[level]}>
      {wholeMsText(latency.totalUs / 1000)}
      <span className="visually-hidden">, {words.levels[level]}</span>
    </span>
  );
}

function ConnectionBars({ number }: { readonly number: number }) {
  const level = useTime((state) => state.levels.get(number));
  if (level === undefined) return null;
  return (
    <span className="quality" data-level={level} title={roomStrings.people.connection[level]}>
      <i />
      <i />
      <i />
      <span className="visually-hidden">{roomStrings.people.connection[level]}</span>
    </span>
  );
}

/** The same as text. */
export function QualityText({ number }: { readonly number: number }) {
  const latency = useLatency(number);
  const name = useRoom((state) => state.participants.find((each) => each.participantId === number)?.displayName ?? '');
  const level = useTime((state) => state.levels.get(number));
  if (latency !== undefined) {
    const words = roomStrings.timing;
    const level = latencyLevel(latency.totalUs);
    return `${words.heard({ name, ms: wholeMsText(latency.totalUs / 1000) })}, ${words.levels[level]}`;
  }
  return level === undefined ? roomStrings.people.connectionUnknown : roomStrings.people.connection[level];
}
