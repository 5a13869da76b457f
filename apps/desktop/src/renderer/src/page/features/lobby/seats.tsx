/** More seats than these are shown as a line. */
const maxSeats = 12;

/** How many seats are taken, to be seen at a glance; the number stands beside it. */
export function Seats({ users, max }: { readonly users: number; readonly max: number }) {
  if (max > maxSeats) {
    return (
      <span className="seats-line" aria-hidden="true">
        <i style={{ width: `${Math.min(100, (users / max) * 100)}%` }} />
      </span>
    );
  }
  return (
    <span className="seats" aria-hidden="true">
      {Array.from({ length: max }, (_, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is nothing but its place
        <i key={seat} className={seat < users ? 'taken' : ''} />
      ))}
    </span>
  );
}
