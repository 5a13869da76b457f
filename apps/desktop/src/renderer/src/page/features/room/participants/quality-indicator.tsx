import { strings } from '../../../strings.ts';
import { useTime } from '../time-store.ts';

/** The quality of the connection to a participant: an icon, and a text for screen readers. */
export function QualityIndicator({ number }: { readonly number: number }) {
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

/** The quality and the latency as text. */
export function QualityText({ number }: { readonly number: number }) {
  const level = useTime((state) => state.levels.get(number));
  const oneWayUs = useTime((state) => state.players.find(({ participantId }) => participantId === number)?.oneWayUs);
  if (level === undefined || oneWayUs === undefined) return strings.people.connectionUnknown;
  return strings.people.connectionFigure(strings.people.connection[level], strings.room.ms(oneWayUs / 1_000));
}
