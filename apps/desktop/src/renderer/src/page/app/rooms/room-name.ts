import { strings } from '../../strings.ts';
import { visibleName } from '../../ui/visible-name.ts';

/** A room's name as it is shown, wherever it is. */
export function shownRoomName(name: string): string {
  return visibleName(name, strings.lobby.unnamed);
}
