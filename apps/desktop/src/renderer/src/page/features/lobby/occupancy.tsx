/** Rooms with more places than this show a bar instead. */
const maxDots = 12;

/** Shows how full a room is; the text beside it has the number. */
export function Occupancy({ users, max }: { readonly users: number; readonly max: number }) {
  if (max > maxDots) {
    return (
      <span className="occupancy-bar" aria-hidden="true">
        <i style={{ width: `${Math.min(100, (users / max) * 100)}%` }} />
      </span>
    );
  }
  return (
    <span className="occupancy" aria-hidden="true">
      {Array.from({ length: max }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot has no identity but its index
        <i key={index} className={index < users ? 'taken' : ''} />
      ))}
    </span>
  );
}
