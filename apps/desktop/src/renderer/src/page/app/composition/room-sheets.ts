import { type StandView as MusicStand, type SetListEntry, standOf } from '@roomtone/sdk/sheets';
import { maxSharedSheetBytes } from '../../../../../shared/sheet-file.ts';
import type { FilePlayer } from '../../features/playback/file-player.ts';
import { useRoom } from '../../features/room/room-store.ts';
import { packSheet } from '../../features/sheets/reading/pack-sheet.ts';
import { isZip } from '../../features/sheets/reading/unzip.ts';
import { useSetList } from '../../features/sheets/set-list-store.ts';
import type { SheetController } from '../../features/sheets/sheet-controller.ts';
import { type OpenSheet, useSheet } from '../../features/sheets/sheet-store.ts';
import type { WorkerClient } from '../worker-client.ts';

const endings = { musicxml: 'musicxml', mxl: 'mxl', abc: 'abc', chordpro: 'cho', midi: 'mid' } as const;

/** Keeps to what is open for everybody in the room, and opens sheets for everybody. */
export class RoomSheets {
  readonly #client: WorkerClient;
  readonly #sheets: SheetController;
  readonly #player: Pick<FilePlayer, 'open'>;
  readonly #mayModerate: () => boolean;
  #stand: MusicStand | undefined;
  /** The set list has been read, or there is none. */
  #knowsList = true;

  constructor(
    client: WorkerClient,
    sheets: SheetController,
    player: Pick<FilePlayer, 'open'>,
    mayModerate: () => boolean,
  ) {
    this.#client = client;
    this.#sheets = sheets;
    this.#player = player;
    this.#mayModerate = mayModerate;
    useRoom.subscribe((now, before) => {
      if (now.room?.stand !== before.room?.stand) this.#follow(now.room && standOf(now.room));
    });
  }

  /** Opens the user's sheet for everybody; resolves with false if it is too large. @throws {CallError} */
  async share(): Promise<boolean> {
    const { sheet } = useSheet.getState();
    if (sheet === undefined) return false;
    const { kind, bytes } = await shared(sheet);
    if (bytes.length > maxSharedSheetBytes) return false;
    const name = shownName(sheet.sheet.title || sheet.name);
    const before = this.#stand?.sheetId ?? '';
    const { sheetId } = await this.#client.api.sheets.add(this.#roomId, { name, kind, data: base64(bytes) });
    useSheet.setState({ sharedId: sheetId });
    await this.#client.api.sheets.open(this.#roomId, {
      sheetId,
      measure: Math.max(0, useSheet.getState().startAt),
      bar: 1,
    });
    this.#tidy([before], [sheetId]);
    return true;
  }

  /** Keeps a MIDI file for the room; resolves with its id, or with undefined if it is too large. @throws {CallError} */
  async keepFile(file: File): Promise<string | undefined> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (bytes.length > maxSharedSheetBytes) return undefined;
    const body = { name: shownName(file.name), kind: 'midi', data: base64(bytes) } as const;
    return (await this.#client.api.sheets.add(this.#roomId, body)).sheetId;
  }

  /** Opens an entry of the set list for everybody; "" closes what is open. @throws {CallError} */
  async openEntry(entryId: string): Promise<void> {
    await this.#client.api.sheets.open(this.#roomId, { entryId });
    const entry = useSetList.getState().entries.find((each) => each.entryId === entryId);
    if (entry?.tempo === undefined) return;
    const [bpm, beatsPerBar] = [entry.tempo / 1000, entry.beatsPerBar ?? 4];
    await this.#client.call('setTransport', { bpm, beatsPerBar, running: false, countIn: false });
  }

  /** @throws {CallError} */
  async replaceSetList(entries: readonly SetListEntry[]): Promise<void> {
    const before = useSetList.getState().entries;
    await this.#client.api.sheets.replaceSetList(this.#roomId, entries);
    useSetList.setState({ entries });
    const { sheetId = '', fileId = '' } = this.#stand ?? {};
    this.#tidy(before.flatMap(idsOf), [sheetId, fileId]);
  }

  /** Plays the file of the entry that is on, here alone. @throws {CallError} */
  async playFile(): Promise<void> {
    const { fileId = '' } = this.#stand ?? {};
    const { name, data } = await this.#client.api.sheets.read(this.#roomId, fileId);
    await this.#player.open(new File([fromBase64(data)], `${name}.mid`, { type: 'audio/midi' }));
  }

  /** The sheet that is open for everybody starts elsewhere. */
  started(measure: number, bar: number): void {
    const { sheetId = '', entryId = '' } = this.#stand ?? {};
    const start = { measure, bar };
    // What others have opened meanwhile stays.
    const open = this.#client.api.sheets.open(
      this.#roomId,
      entryId === '' ? { sheetId, ...start } : { entryId, ...start },
    );
    open.catch(() => {});
  }

  /** Deletes those of the room's sheets and files that are neither open nor on the set list any more. */
  #tidy(ids: readonly string[], open: readonly string[]): void {
    if (!this.#knowsList) return;
    const used = new Set(['', ...open, ...useSetList.getState().entries.flatMap(idsOf)]);
    for (const id of new Set(ids)) {
      if (!used.has(id)) this.#client.api.sheets.delete(this.#roomId, id).catch(() => {});
    }
  }

  get #roomId(): string {
    return useRoom.getState().roomId;
  }

  #follow(stand: MusicStand | undefined): void {
    const before = this.#stand;
    this.#stand = stand;
    useSetList.setState({
      entryId: stand?.entryId ?? '',
      title: stand?.title ?? '',
      hasFile: (stand?.fileId ?? '') !== '',
    });
    if ((stand?.setListVersion ?? 0) !== (before?.setListVersion ?? 0))
      void this.#readSetList(stand?.setListVersion ?? 0);
    const { sharedId } = useSheet.getState();
    const sheetId = stand?.sheetId ?? '';
    if (stand !== undefined && sheetId !== '' && sheetId !== before?.sheetId && sheetId !== sharedId)
      void this.#open(stand);
    else if (sheetId === '' && sharedId !== '') this.#sheets.close();
    else if (stand !== undefined && sheetId !== '' && sheetId === sharedId)
      this.#sheets.startShared(this.#startOf(stand));
  }

  async #open(stand: MusicStand): Promise<void> {
    try {
      const { name, kind, data } = await this.#client.api.sheets.read(this.#roomId, stand.sheetId);
      if (this.#stand?.sheetId !== stand.sheetId || kind === 'midi') return;
      const file = new File([fromBase64(data)], `${name}.${endings[kind]}`);
      await this.#sheets.open(file, { sheetId: stand.sheetId, ...this.#startOf(this.#stand) });
    } catch {
      useSheet.setState({ problem: 'unreachable' });
    }
  }

  #startOf({ measure, bar }: MusicStand) {
    return { measure, bar, isLed: !this.#mayModerate() };
  }

  /** Guests do not see it. */
  async #readSetList(version: number): Promise<void> {
    const { guest, roomId } = useRoom.getState();
    this.#knowsList = version === 0;
    if (version === 0 || guest || roomId === '') {
      useSetList.setState({ entries: [] });
      return;
    }
    const list = await this.#client.api.sheets.setList(roomId).catch(() => undefined);
    if (list === undefined || useRoom.getState().roomId !== roomId) return;
    this.#knowsList = true;
    useSetList.setState({ entries: list.entries });
  }
}

function idsOf({ sheetId = '', fileId = '' }: SetListEntry): readonly string[] {
  return [sheetId, fileId];
}

async function shared({ sheet, bytes }: OpenSheet) {
  if (sheet.kind === 'abc') return { kind: 'abc', bytes } as const;
  if (sheet.kind === 'chords') return { kind: 'chordpro', bytes } as const;
  return { kind: 'mxl', bytes: isZip(bytes) ? bytes : await packSheet(bytes) } as const;
}

/** A name that the server takes. */
function shownName(name: string): string {
  const visible = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  return [...visible].slice(0, 100).join('').trim() || '—';
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
}
