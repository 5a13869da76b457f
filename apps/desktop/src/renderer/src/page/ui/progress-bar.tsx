import { Progress } from 'radix-ui';
import './progress-bar.css';

interface ProgressBarProps {
  /** The action in progress, for screen readers. */
  readonly label: string;
  /** 0 to 1; null if it is unknown. */
  readonly value: number | null;
}

/** The progress of an action. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Progress.Root className="progress" aria-label={label} value={percent}>
      <Progress.Indicator className="progress-done" style={percent === null ? {} : { width: `${percent}%` }} />
    </Progress.Root>
  );
}
