import './count.css';

interface CountProps {
  /** Nothing is shown for none. */
  readonly count: number;
  /** What is counted, for those who listen: "2 new messages". */
  readonly words: string;
  /** Somebody waits for an answer. */
  readonly isUrgent?: boolean;
}

/** How many new things there are where one goes from here. */
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
