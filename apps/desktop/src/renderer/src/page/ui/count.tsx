import './count.css';

interface CountProps {
  /** Nothing is shown for 0. */
  readonly count: number;
  /** The count as text for screen readers: "2 new messages". */
  readonly words: string;
  /** Somebody waits for an answer. */
  readonly isUrgent?: boolean;
}

/** The number of new items behind a link or button. */
export function Count({ count, words, isUrgent = false }: CountProps) {
  if (count === 0) return null;
  return (
    <span className="count" data-urgent={isUrgent || undefined}>
      <span aria-hidden="true">{count > most ? `${most}+` : count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

const most = 99;
