import {
  DeletedSheetView,
  SetListBody,
  SetListView,
  SheetBody,
  type SheetEntry,
  SheetListView,
  SheetView,
  StandBody,
  StandView,
  success,
} from '@roomtone/protocol/rest';
import Type from 'typebox';
import type { RoomSheets } from '../../../application/rooms/room-sheets.ts';
import { standView } from '../../../domain/sheets.ts';
import type { ListedSheetRecord, SheetRecord } from '../../../ports/sheet-storage.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { RoomParams } from './room-routes.ts';
import { requestingUser } from './room-use.ts';

export interface RoomSheetRoutesDeps {
  readonly sheets: RoomSheets;
  readonly authentication: Authentication;
}

const base = '/api/rooms/:room_id';
const SheetParams = Type.Object({
  ...RoomParams.properties,
  sheet_id: Type.String({ description: 'A sheet_id of the room.' }),
});
const keeping = ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND'] as const;

/** Sheets of rooms, and what is open (S34). */
export function roomSheetRoutes(app: App, { sheets, authentication }: RoomSheetRoutesDeps): void {
  app.get(
    `${base}/sheets`,
    {
      schema: {
        ...operation('listSheets', 'List the sheets of a room', 'Rooms', {
          token: 'required',
          errors: keeping,
          description: 'For those who are inside or moderate it. The oldest first.',
        }),
        params: RoomParams,
        response: { 200: success(SheetListView) },
      },
      onRequest: authentication.withScope('listen'),
    },
    async (request) => {
      const list = await sheets.list(requirePrincipal(request), request.params.room_id);
      return succeed({ sheets: list.map(entryOf) });
    },
  );

  app.post(
    `${base}/sheets`,
    {
      schema: {
        ...operation('addSheet', 'Keep a sheet for a room', 'Rooms', {
          token: 'required',
          errors: keeping,
          description: 'For its owner and moderators. It stays until it is deleted, or the room is.',
        }),
        params: RoomParams,
        body: SheetBody,
        response: { 201: success(SheetView) },
      },
      onRequest: authentication.withScope('moderate'),
    },
    async (request, reply) => {
      reply.code(201);
      return succeed(viewOf(await sheets.add(requestingUser(request), request.params.room_id, request.body)));
    },
  );

  app.get(
    `${base}/sheets/:sheet_id`,
    {
      schema: {
        ...operation('readSheet', 'Read a sheet of a room', 'Rooms', {
          token: 'optional',
          errors: ['RESOURCE_NOT_FOUND'],
          description: 'Anybody who knows its id may read it: everybody inside is told the id of the one that is open.',
        }),
        params: SheetParams,
        response: { 200: success(SheetView) },
      },
      onRequest: authentication.optional,
    },
    async ({ params }) => succeed(viewOf(await sheets.read(params.room_id, params.sheet_id))),
  );

  app.delete(
    `${base}/sheets/:sheet_id`,
    {
      schema: {
        ...operation('deleteSheet', 'Delete a sheet of a room', 'Rooms', {
          token: 'required',
          errors: [...keeping, 'RESOURCE_NOT_FOUND'],
          description: 'For its owner and moderators. If it is open, it is closed for everybody.',
        }),
        params: SheetParams,
        response: { 200: success(DeletedSheetView) },
      },
      onRequest: authentication.withScope('moderate'),
    },
    async (request) => {
      const { room_id: roomId, sheet_id: sheetId } = request.params;
      await sheets.delete(requirePrincipal(request), roomId, sheetId);
      return succeed({ sheet_id: sheetId });
    },
  );

  app.put(
    `${base}/stand`,
    {
      schema: {
        ...operation('openSheet', 'Open a sheet for everybody in a room', 'Rooms', {
          token: 'required',
          errors: [...keeping, 'RESOURCE_NOT_FOUND'],
          description:
            'For its owner and moderators. Opens a sheet, or an entry of the set list with its sheet and file; neither closes what is open. Everybody inside is told by roomUpdated.',
        }),
        params: RoomParams,
        body: StandBody,
        response: { 200: success(StandView) },
      },
      onRequest: authentication.withScope('moderate'),
    },
    async (request) =>
      succeed(standView((await sheets.open(requestingUser(request), request.params.room_id, request.body)).stand)),
  );
}

/** The set list of a room (S34). */
export function setListRoutes(app: App, { sheets, authentication }: RoomSheetRoutesDeps): void {
  app.get(
    `${base}/set-list`,
    {
      schema: {
        ...operation('readSetList', 'Read the set list of a room', 'Rooms', {
          token: 'required',
          errors: keeping,
          description: 'For those who are inside or moderate it.',
        }),
        params: RoomParams,
        response: { 200: success(SetListView) },
      },
      onRequest: authentication.withScope('listen'),
    },
    async (request) => {
      const { entries, version } = await sheets.setList(requirePrincipal(request), request.params.room_id);
      return succeed({ entries: [...entries], version });
    },
  );

  app.put(
    `${base}/set-list`,
    {
      schema: {
        ...operation('replaceSetList', 'Replace the set list of a room', 'Rooms', {
          token: 'required',
          errors: keeping,
          description: 'For its owner and moderators. Everybody inside is told its new version by roomUpdated.',
        }),
        params: RoomParams,
        body: SetListBody,
        response: { 200: success(StandView) },
      },
      onRequest: authentication.withScope('moderate'),
    },
    async (request) =>
      succeed(
        standView((await sheets.setSetList(requirePrincipal(request), request.params.room_id, request.body)).stand),
      ),
  );
}

function fieldsOf({ sheetId, name, kind, bytes, addedAt }: Omit<SheetRecord, 'data'>) {
  return { sheet_id: sheetId, name, kind, bytes, added_at: new Date(addedAt).toISOString() };
}

function entryOf(sheet: ListedSheetRecord): SheetEntry {
  return {
    ...fieldsOf(sheet),
    added_by: sheet.addedBy,
    added_by_name: sheet.addedByName,
    added_by_display_name: sheet.addedByDisplayName,
  };
}

function viewOf(sheet: SheetRecord): SheetView {
  return { ...fieldsOf(sheet), data: sheet.data };
}
