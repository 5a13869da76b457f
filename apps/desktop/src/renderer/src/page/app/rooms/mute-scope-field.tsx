import { strings } from '../../strings.ts';
import { Select } from '../../ui/select.tsx';

const scopes = ['both', 'chat', 'notes'] as const;

interface MuteScopeFieldProps {
  readonly value: string;
  readonly onChange: (scope: string) => void;
}

/** The rights that a mute takes away. */
export function MuteScopeField({ value, onChange }: MuteScopeFieldProps) {
  const words = strings.moderation;
  return (
    <Select
      label={words.scope}
      value={value}
      options={scopes.map((scope) => ({ value: scope, name: words.scopes[scope] }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function muteOf(scope: string): { readonly chat: boolean; readonly notes: boolean } {
  return { chat: scope !== 'notes', notes: scope !== 'chat' };
}
