// The sheets and the set list of a room.
import type { CallOptions } from './call-options.ts';
import { inPath, type Send } from './calls/send.ts';
import { camelCased } from './camel-case.ts';
import { checkKeys } from './known-keys.ts';
import type { RoomInfo } from './room/from-wire.ts';
import type {
  SetListBody,
  SetListEntry,
  SetListView,
  SheetBody,
  SheetListView,
  SheetView,
  StandBody,
  StandView,
} from './views.ts';

/** The sheets open for everybody in the current room; undefined if there never were any. `roomUpdated` tells of changes. */
export function standOf({ stand = '' }: Pick<RoomInfo, 'stand'>): StandView | undefined {
  return stand === '' ? undefined : (camelCased(JSON.parse(stand)) as StandView);
}

/**
 * The sheets and the set list of a room, and what is open for everybody. Reading
 * is for those inside, changing for the owner and moderators; a sheet that does not exist is a RESOURCE_NOT_FOUND.
 * @param client a RoomtoneClient.
 */
export function sheetCalls({ call }: { readonly call: Send }, roomId: string) {
  const ofRoom = `/api/rooms/${inPath(roomId)}`;
  return {
    /** Without their content, the oldest first. */
    list: (options?: CallOptions): Promise<SheetListView> => call({ method: 'GET', path: `${ofRoom}/sheets` }, options),
    /** Keeps a sheet of at most 45,000 bytes, `data` in base64; a room has up to 60. */
    add: async (body: SheetBody, options?: CallOptions): Promise<SheetView> => {
      checkKeys(body, 'name kind data', 'add()');
      return call({ method: 'POST', path: `${ofRoom}/sheets`, body }, options);
    },
    /** Also for guests, who get the id of the one that is open. Never trust what is in it: somebody else has made it. */
    read: (sheetId: string, options?: CallOptions): Promise<SheetView> =>
      call({ method: 'GET', path: `${ofRoom}/sheets/${inPath(sheetId)}` }, options),
    delete: async (sheetId: string, options?: CallOptions): Promise<void> => {
      await call({ method: 'DELETE', path: `${ofRoom}/sheets/${inPath(sheetId)}` }, options);
    },
    /**
     * Opens a sheet, or an entry of the set list with its sheet and file, for everybody; without either, closes what is open.
     * `measure`, from 0, begins with the metronome's beat number `beat`; unless given, with its next bar or where it stands still.
     */
    open: async (body: StandBody, options?: CallOptions): Promise<StandView> => {
      checkKeys(body, 'sheetId entryId measure beat', 'open()');
      return call({ method: 'PUT', path: `${ofRoom}/stand`, body }, options);
    },
    setList: (options?: CallOptions): Promise<SetListView> =>
      call({ method: 'GET', path: `${ofRoom}/set-list` }, options),
    /** Replaces all of up to 50 entries. */
    replaceSetList: async (entries: readonly SetListEntry[], options?: CallOptions): Promise<StandView> => {
      const body: SetListBody = { entries };
      return call({ method: 'PUT', path: `${ofRoom}/set-list`, body }, options);
    },
  };
}
