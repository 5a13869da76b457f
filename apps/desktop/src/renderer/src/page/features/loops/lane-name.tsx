import { loopLimits } from '@roomtone/sdk/extras';
import { Plus, Trash2 } from 'lucide-react';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useLoopsParts } from './loops-parts.ts';

/** General MIDI's percussion keys. */
const firstDrum = 35;
const lastDrum = 81;

/** A lane's drum, or its note in scientific pitch notation: `C4`. */
export function laneName(key: number, isDrums: boolean): string {
  const words = strings.loops;
  if (!isDrums) return `${words.pitches[key % 12] ?? ''}${Math.floor(key / 12) - 1}`;
  return roomStrings.drums.names[key - firstDrum] ?? words.drumKey({ key });
}

interface LaneNameProps {
  readonly slot: number;
  readonly lane: number;
  readonly drumKey: number;
  readonly name: string;
  readonly mayEdit: boolean;
  readonly isTabStop: boolean;
}

/** A lane's drum; a menu removes the lane. */
export function LaneName({ slot, lane, drumKey, name, mayEdit, isTabStop }: LaneNameProps) {
  const { loops } = useLoopsParts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
    <div role="rowheader" className="lane-name" aria-colindex={1}>
      {mayEdit ? (
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              className="lane-button"
              tabIndex={isTabStop ? 0 : -1}
              data-name-of={lane}
              onKeyDown={(event) => {
                // Moves in the grid rather than opening the menu.
                if (event.key === 'ArrowDown') event.preventDefault();
              }}
            >
              {name}
            </button>
          }
        >
          <MenuItem icon={<Trash2 />} onSelect={() => loops.change(slot, { removeKeys: [drumKey] })}>
            {strings.loops.removeLane({ name })}
          </MenuItem>
        </Menu>
      ) : (
        <span>{name}</span>
      )}
    </div>
  );
}

/** Adds a lane for another drum. */
export function AddLane({ slot, keys }: { readonly slot: number; readonly keys: readonly number[] }) {
  const { loops } = useLoopsParts();
  const words = strings.loops;
  const free = Array.from({ length: lastDrum - firstDrum + 1 }, (_, index) => firstDrum + index).filter(
    (key) => !keys.includes(key),
  );
  if (keys.length >= loopLimits.lanes.max) return null;
  return (
    <Menu
      align="start"
      trigger={
        <Button kind="quiet" className="add-lane">
          <Plus />
          {words.addLane}
        </Button>
      }
    >
      {free.map((key) => (
        <MenuItem key={key} onSelect={() => loops.change(slot, { addKeys: [key] })}>
          {laneName(key, true)}
        </MenuItem>
      ))}
    </Menu>
  );
}
