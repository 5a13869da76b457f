import { Progress } from 'radix-ui';
import './progress-bar.css';

interface ProgressBarProps {
  /** What is under way, for those who listen. */
  readonly label: string;
  /** 0 to 1; null while nobody can tell. */
  readonly value: number | null;
}

/** How far something has come. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Progress.Root className="progress" aria-label={label} value={percent}>
      <Progress.Indicator className="progress-done" style={percent === null ? {} : { width: `${percent}%` }} />
    </Progress.Root>
  );
}
