import { strings } from '../../strings.ts';
import { useTime } from '../time-store.ts';
import { type ConnectionQuality, connectionQuality } from './connection-quality.ts';

/** How well one is connected with somebody: a sign to see, and words with the figure. */
export function QualitySign({ number }: { readonly number: number }) {
  const level = useTime((state) => qualityOf(state.players, number)?.level);
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

/** The same in words, with the figure. */
export function QualityText({ number }: { readonly number: number }) {
  const quality = useTime((state) => qualityOf(state.players, number));
  if (quality === undefined) return strings.people.connectionUnknown;
  return strings.people.connectionFigure(strings.people.connection[quality.level], strings.room.ms(quality.oneWayMs));
}

const known = new WeakMap<object, ConnectionQuality>();

function qualityOf(players: ReturnType<typeof useTime.getState>['players'], number: number) {
  const player = players.find((each) => each.participant === number);
  if (player === undefined) return undefined;
  const quality = known.get(player) ?? connectionQuality(player);
  if (quality !== undefined) known.set(player, quality);
  return quality;
}
