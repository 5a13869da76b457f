import { type Loop, loopLimits } from '@roomtone/sdk/extras';
import { Check } from 'lucide-react';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useLoopPlace } from './loop-place.ts';
import { useLoopsParts } from './loops-parts.ts';

interface LoopNameFormProps {
  readonly loop: Loop;
  readonly onDone: () => void;
}

/** Gives a loop another name: Enter keeps it, Escape the one it had. */
export function LoopNameForm({ loop: { slot, name }, onDone }: LoopNameFormProps) {
  const { loops } = useLoopsParts();
  const words = strings.loops;
  return (
    <form
      className="loop-name-form"
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = String(new FormData(event.currentTarget).get('name')).trim();
        if (chosen !== '' && chosen !== name) loops.set(slot, { name: chosen });
        onDone();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Closes only the field, not the panel.
        event.preventDefault();
        event.stopPropagation();
        onDone();
      }}
    >
      <TextField
        layout="bare"
        label={words.nameOf({ name })}
        name="name"
        defaultValue={name}
        required
        maxLength={loopLimits.name.max}
        autoComplete="off"
        ref={selectAll}
      />
      <IconButton type="submit" label={words.keepName}>
        <Check />
      </IconButton>
    </form>
  );
}

/** True if the user may rename a loop, change its volume or remove it (room rules R21.4). */
export function useMayChange(loop: Pick<Loop, 'userId'>): boolean {
  const { denial, mayModerate, players, self } = useLoopPlace();
  const isOwn = players.some(({ participantId, userId }) => participantId === self && userId === loop.userId);
  return denial === undefined && (isOwn || mayModerate);
}

/** Renaming usually means typing a new name. */
function selectAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
