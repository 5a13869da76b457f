import { strings } from '../../strings.ts';
import { Select } from '../../ui/select.tsx';

/** Durations of a ban or mute in s; 0 lasts until it is undone. */
export const durations = [600, 3_600, 86_400, 604_800, 0] as const;

interface DurationFieldProps {
  readonly value: number;
  readonly onChange: (seconds: number) => void;
}

export function DurationField({ value, onChange }: DurationFieldProps) {
  return (
    <Select
      label={strings.moderation.forHowLong}
      value={value}
      options={durations.map((seconds) => ({ value: seconds, name: strings.moderation.durations[seconds] }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
