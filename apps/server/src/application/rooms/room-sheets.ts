import { RoomtoneError, serviceLimits } from '@roomtone/protocol';
import type { SetListBody, SheetBody, StandBody } from '@roomtone/protocol/rest';
import { checkModerates, mayModerate, nextBarBeat, roomNotFound } from '@roomtone/room';
import { checkedSetList, checkSheet } from '../../domain/sheets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveRooms, RoomNews } from '../../ports/live-rooms.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { ListedSheetRecord, SetListEntryRecord, SheetRecord } from '../../ports/sheet-storage.ts';
import type { OpenSheetRecord } from '../../ports/stand.ts';
import type { Storage } from '../../ports/storage.ts';
import { addressBlock } from '../address-block.ts';
import type { ByteBudgets } from '../byte-budgets.ts';
import { opaqueId } from '../opaque-id.ts';
import type { RoomActor } from './room-fields.ts';
import type { RequestingUser, RoomsFromOutside } from './rooms-from-outside.ts';

export interface RoomSheetsDeps {
  readonly storage: Pick<
    Storage,
    'roomById' | 'addSheet' | 'sheetsOf' | 'sheetById' | 'deleteSheet' | 'openSheet' | 'setListOf' | 'setSetList'
  >;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly rooms: Pick<LiveRooms, 'isInside'>;
  readonly news: Pick<RoomNews, 'roomUpdated'>;
  readonly time: RoomsFromOutside['time'];
  readonly budgets: ByteBudgets;
}

/** Longer ids are not looked up in storage. */
const longestId = 64;

/**
 * Sheets and set lists of rooms (S34). The owner and moderators keep them; whoever is inside reads them. What is open is part of
 * the room, so everybody inside hears of it as of the room's other changes.
 */
export class RoomSheets {
  readonly #deps: RoomSheetsDeps;

  constructor(deps: RoomSheetsDeps) {
    this.#deps = deps;
  }

  /**
   * @throws {RoomtoneError} VALIDATION_ERROR on `name` or `data`; AUTHORIZATION_ERROR, also with reason sheet_quota if there are too many;
   *   RATE_LIMIT_EXCEEDED with reason bytes (S38.1).
   */
  async add(actor: RequestingUser, roomId: string, { name: given, kind, data }: SheetBody): Promise<SheetRecord> {
    await this.#moderated(actor, roomId);
    const name = given.trim();
    const bytes = Buffer.from(data, 'base64');
    checkSheet(name, kind, bytes.toString('base64') === data ? bytes : undefined);
    const sheet: SheetRecord = {
      sheetId: opaqueId(),
      roomId,
      name,
      kind,
      data,
      bytes: bytes.length,
      addedAt: this.#deps.clock.nowMs(),
      addedBy: actor.userId,
    };
    const { personId, address } = actor;
    const by = { personId, roomId, addressBlock: addressBlock(address) };
    await this.#deps.budgets.spend('sheets', by, data.length);
    const limit = serviceLimits.sheet.ofRoom;
    const isAdded = await this.#deps.storage.addSheet(sheet, limit);
    if (isAdded === undefined) throw roomNotFound(roomId);
    if (isAdded) return sheet;
    throw new RoomtoneError('AUTHORIZATION_ERROR', `A room keeps ${limit} sheets. Delete one first.`, {
      required: [],
      reason: 'sheet_quota',
      limit,
    });
  }

  /** @throws {RoomtoneError} AUTHORIZATION_ERROR for those who neither are inside nor moderate the room. */
  async list(actor: RoomActor, roomId: string): Promise<readonly ListedSheetRecord[]> {
    await this.#visible(actor, roomId);
    return this.#deps.storage.sheetsOf(roomId);
  }

  /** For everybody who knows its id. @throws {RoomtoneError} RESOURCE_NOT_FOUND */
  async read(roomId: string, sheetId: string): Promise<SheetRecord> {
    const isPossible = roomId.length <= longestId && sheetId.length <= longestId;
    const sheet = isPossible ? await this.#deps.storage.sheetById(roomId, sheetId) : undefined;
    if (sheet === undefined) throw sheetNotFound();
    return sheet;
  }

  /** @throws {RoomtoneError} RESOURCE_NOT_FOUND */
  async delete(actor: RoomActor, roomId: string, sheetId: string): Promise<void> {
    const before = await this.#moderated(actor, roomId);
    const room = sheetId.length <= longestId ? await this.#deps.storage.deleteSheet(roomId, sheetId) : undefined;
    if (room === undefined) throw sheetNotFound();
    if (JSON.stringify(room.stand) !== JSON.stringify(before.stand)) await this.#deps.news.roomUpdated(room);
  }

  /** Opens a sheet, or an entry of the set list, for everybody. @throws {RoomtoneError} RESOURCE_NOT_FOUND for an unknown one. */
  async open(actor: RequestingUser, roomId: string, body: StandBody): Promise<RoomRecord> {
    await this.#moderated(actor, roomId);
    const beat = body.beat ?? (await this.#nextBarBeat(actor, roomId));
    const room = await this.#deps.storage.openSheet(roomId, await this.#opened(roomId, { ...body, beat }));
    if (room === undefined) throw roomNotFound(roomId);
    await this.#deps.news.roomUpdated(room);
    return room;
  }

  async setList(
    actor: RoomActor,
    roomId: string,
  ): Promise<{ entries: readonly SetListEntryRecord[]; version: number }> {
    const { stand } = await this.#visible(actor, roomId);
    return { entries: await this.#deps.storage.setListOf(roomId), version: stand?.setListVersion ?? 0 };
  }

  /** Replaces the set list. @throws {RoomtoneError} VALIDATION_ERROR on `entries`. */
  async setSetList(actor: RoomActor, roomId: string, { entries }: SetListBody): Promise<RoomRecord> {
    await this.#moderated(actor, roomId);
    const sheets = await this.#deps.storage.sheetsOf(roomId);
    const checked = checkedSetList(entries, new Set(sheets.map(({ sheetId }) => sheetId)));
    const bytes = Buffer.byteLength(JSON.stringify(entries));
    await this.#deps.budgets.spend('settings', { personId: actor.userId, roomId }, bytes);
    const room = await this.#deps.storage.setSetList(roomId, checked);
    if (room === undefined) throw roomNotFound(roomId);
    await this.#deps.news.roomUpdated(room);
    return room;
  }

  async #nextBarBeat(actor: RequestingUser, roomId: string): Promise<number> {
    const { transport, serverTime } = await this.#deps.time(actor, roomId);
    return nextBarBeat(transport, serverTime);
  }

  async #opened(roomId: string, body: StandBody & { readonly beat: number }): Promise<OpenSheetRecord> {
    const { entry_id: entryId = '', sheet_id: sheetId = '', measure = 0, beat } = body;
    if (entryId === '') {
      const title = sheetId === '' ? '' : (await this.read(roomId, sheetId)).name;
      return { sheetId, measure, beat, entryId, title, fileId: '' };
    }
    const entry = (await this.#deps.storage.setListOf(roomId)).find((each) => each.entry_id === entryId);
    if (entry === undefined) throw new RoomtoneError('RESOURCE_NOT_FOUND', 'The set list has no such entry.', {});
    // A sheet may have been deleted since it was put on the list.
    const kept = new Set((await this.#deps.storage.sheetsOf(roomId)).map((sheet) => sheet.sheetId));
    const known = (id = '') => (kept.has(id) ? id : '');
    const { title, sheet_id: ofEntry, file_id: fileId } = entry;
    return { sheetId: known(ofEntry), measure, beat, entryId, title, fileId: known(fileId) };
  }

  async #moderated(actor: RoomActor, roomId: string): Promise<RoomRecord> {
    const room = await this.#room(roomId);
    checkModerates(room, actor);
    return room;
  }

  async #visible(actor: RoomActor, roomId: string): Promise<RoomRecord> {
    const room = await this.#room(roomId);
    if (!mayModerate(room, actor) && !(await this.#deps.rooms.isInside(roomId, actor.userId))) {
      throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only players inside may read that.', {
        required: [],
        reason: 'not_in_room',
      });
    }
    return room;
  }

  async #room(roomId: string): Promise<RoomRecord> {
    const room = roomId.length <= longestId ? await this.#deps.storage.roomById(roomId) : undefined;
    if (room === undefined) throw roomNotFound(roomId);
    return room;
  }
}

function sheetNotFound(): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', 'This room has no such sheet.', {});
}
