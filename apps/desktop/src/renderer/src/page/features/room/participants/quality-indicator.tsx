import { strings } from '../../../strings.ts';
import { latencyLevel } from '../latency-figures.ts';
import { useRoom } from '../room-store.ts';
import { useTime } from '../time-store.ts';
import { useLatency } from '../use-latency.ts';

/** How late a player is heard; until they have played, the quality of the connection to them as an icon. */
export function QualityIndicator({ number }: { readonly number: number }) {
  const latency = useLatency(number);
  const words = strings.timing;
  if (latency === undefined) return <ConnectionBars number={number} />;
  const level = latencyLevel(latency.totalUs);
  return (
    <span className="latency" data-level={level} title={words.levels[level]}>
      {words.wholeMs(latency.totalUs / 1000)}
      <span className="visually-hidden">, {words.levels[level]}</span>
    </span>
  );
}

function ConnectionBars({ number }: { readonly number: number }) {
  const level = useTime((state) => state.levels.get(number));
  if (level === undefined) return null;
  return (
    <span className="quality" data-level={level} title={strings.people.connection[level]}>
      <i />
      <i />
      <i />
      <span className="visually-hidden">{strings.people.connection[level]}</span>
    </span>
  );
}

/** The same as text. */
export function QualityText({ number }: { readonly number: number }) {
  const latency = useLatency(number);
  const name = useRoom((state) => state.participants.find((each) => each.participantId === number)?.displayName ?? '');
  const level = useTime((state) => state.levels.get(number));
  if (latency !== undefined) {
    const words = strings.timing;
    const level = latencyLevel(latency.totalUs);
    return `${words.heard(name, words.wholeMs(latency.totalUs / 1000))}, ${words.levels[level]}`;
  }
  return level === undefined ? strings.people.connectionUnknown : strings.people.connection[level];
}
