import { setRoomStrings } from '../apps/desktop/src/renderer/src/page/room-strings.ts';
import { catalogue } from '../apps/desktop/src/renderer/src/page/strings/english/index.ts';
import { roomCatalogue } from '../apps/desktop/src/renderer/src/page/strings/english/room-catalogue.ts';
import { setStrings } from '../apps/desktop/src/renderer/src/page/strings.ts';

// Modules read their texts when they are loaded; in tests these are the English ones.
setStrings(catalogue);
setRoomStrings(roomCatalogue);
