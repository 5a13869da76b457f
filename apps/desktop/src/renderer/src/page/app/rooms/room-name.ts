import { strings } from '../../strings.ts';
import { visibleName } from '../../ui/visible-name.ts';

/** A room's name for display. */
export function shownRoomName(name: string): string {
  return visibleName(name, strings.lobby.unnamed);
}
