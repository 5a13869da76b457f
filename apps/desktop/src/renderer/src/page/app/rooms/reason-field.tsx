import { limits } from '@roomtone/protocol';
import { strings } from '../../strings.ts';
import { TextField } from '../../ui/text-field.tsx';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

/** An optional reason, shown to the participant concerned. */
export function ReasonField({ value, onChange }: ReasonFieldProps) {
  return (
    <TextField
      label={strings.moderation.reason}
      hint={strings.moderation.reasonHint}
      value={value}
      maxLength={limits.moderationReason.max}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
