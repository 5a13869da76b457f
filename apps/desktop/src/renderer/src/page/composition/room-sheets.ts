import { serviceLimits } from '@roomtone/protocol';
import {
  type StandView as MusicStand,
  type SetListEntry,
  type SheetBody,
  type SheetEntry,
  standOf,
} from '@roomtone/sdk';
import type { WorkerClient } from '../app/worker-client.ts';
import type { FilePlayer } from '../features/playback/file-player.ts';
import { useRoom } from '../features/room/room-store.ts';
import { useSetList } from '../features/sheets/set-list-store.ts';
import type { SheetController } from '../features/sheets/sheet-controller.ts';
import { type OpenSheet, useSheet } from '../features/sheets/sheet-store.ts';

const endings = { musicxml: 'musicxml', mxl: 'mxl', abc: 'abc', chordpro: 'cho', midi: 'mid' } as const;

/** Keeps to what is open for everybody in the room, and opens sheets for everybody. */
export class RoomSheets {
  readonly #client: WorkerClient;
  readonly #sheets: SheetController;
  readonly #player: Pick<FilePlayer, 'open'>;
  readonly #mayModerate: () => boolean;
  #stand: MusicStand | undefined;

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

  /** Opens the user's sheet for everybody; resolves with false if it is too large, which the store tells. @throws {CallError} */
  async share(): Promise<boolean> {
    const { sheet } = useSheet.getState();
    if (sheet === undefined) return false;
    const { kind, bytes } = await shared(sheet);
    if (bytes.length > serviceLimits.sheet.bytes) {
      useSheet.setState({ tooLarge: bytes.length });
      return false;
    }
    const name = shownName(sheet.sheet.title || sheet.name);
    const sheetId = await this.#keep({ name, kind, data: base64(bytes) }, bytes.length);
    useSheet.setState({ sharedId: sheetId });
    const { startAt: measure, startBeat: beat } = useSheet.getState();
    await this.#client.api.sheets.open(this.#roomId, { sheetId, measure: Math.max(0, measure), beat });
    return true;
  }

  /** Keeps a MIDI file for the room; resolves with its id. @throws {CallError} also if it is too large. */
  async keepFile(file: File): Promise<string> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return this.#keep({ name: shownName(file.name), kind: 'midi', data: base64(bytes) }, bytes.length);
  }

  /** The sheets and MIDI files that the room keeps, the oldest first. @throws {CallError} */
  async list(): Promise<readonly SheetEntry[]> {
    return (await this.#client.api.sheets.list(this.#roomId)).sheets;
  }

  /** Opens one of them here alone; one that is open for everybody follows them again. @throws {CallError} */
  async openHere(sheetId: string): Promise<void> {
    const { name, kind, data } = await this.#client.api.sheets.read(this.#roomId, sheetId);
    if (kind === 'midi') {
      await this.#player.open(midiFile(name, data));
      return;
    }
    const stand = this.#stand?.sheetId === sheetId ? this.#stand : undefined;
    const file = new File([fromBase64(data)], `${name}.${endings[kind]}`);
    await this.#sheets.open(file, stand && { sheetId, ...this.#startOf(stand) });
  }

  /** Opens one of them for everybody. @throws {CallError} */
  async openForAll(sheetId: string): Promise<void> {
    await this.#client.api.sheets.open(this.#roomId, { sheetId });
  }

  /** Closes what is open for everybody. @throws {CallError} */
  async closeForAll(): Promise<void> {
    await this.#client.api.sheets.open(this.#roomId, {});
  }

  /** @throws {CallError} */
  async delete(sheetId: string): Promise<void> {
    await this.#client.api.sheets.delete(this.#roomId, sheetId);
  }

  /** Opens an entry of the set list for everybody; "" closes what is open. @throws {CallError} */
  async openEntry(entryId: string): Promise<void> {
    const entry = useSetList.getState().entries.find((each) => each.entryId === entryId);
    if (entry?.tempo !== undefined) {
      const [bpm, beatsPerBar] = [entry.tempo / 1000, entry.beatsPerBar ?? 4];
      // It begins where the metronome has stopped.
      await this.#client.call('setTransport', { bpm, beatsPerBar, running: false, countIn: false });
    }
    await this.#client.api.sheets.open(this.#roomId, { entryId });
  }

  /** @throws {CallError} */
  async replaceSetList(entries: readonly SetListEntry[]): Promise<void> {
    await this.#client.api.sheets.replaceSetList(this.#roomId, entries);
    useSetList.setState({ entries });
  }

  /** Plays the file of the entry that is on, here alone. @throws {CallError} */
  async playFile(): Promise<void> {
    const { fileId = '' } = this.#stand ?? {};
    const { name, data } = await this.#client.api.sheets.read(this.#roomId, fileId);
    await this.#player.open(midiFile(name, data));
  }

  /** The sheet that is open for everybody starts elsewhere. */
  started(measure: number, beat: number): void {
    const { sheetId = '', entryId = '' } = this.#stand ?? {};
    const start = { measure, beat };
    // Sheets that others have opened meanwhile stay.
    const open = this.#client.api.sheets.open(
      this.#roomId,
      entryId === '' ? { sheetId, ...start } : { entryId, ...start },
    );
    open.catch(() => {});
  }

  /** The id of the same sheet among those of the room, or else of a new one: a sheet of every week is kept once. */
  async #keep(body: SheetBody, bytes: number): Promise<string> {
    for (const each of await this.list()) {
      if (each.kind !== body.kind || each.bytes !== bytes || each.name !== body.name) continue;
      const { data } = await this.#client.api.sheets.read(this.#roomId, each.sheetId);
      if (data === body.data) return each.sheetId;
    }
    return (await this.#client.api.sheets.add(this.#roomId, body)).sheetId;
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
      sheetId: stand?.sheetId ?? '',
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

  #startOf({ measure, beat }: MusicStand) {
    return { measure, beat, isLed: !this.#mayModerate() };
  }

  /** Guests do not see it. */
  async #readSetList(version: number): Promise<void> {
    const { guest, roomId } = useRoom.getState();
    if (version === 0 || guest || roomId === '') {
      useSetList.setState({ entries: [] });
      return;
    }
    const list = await this.#client.api.sheets.setList(roomId).catch(() => undefined);
    if (list === undefined || useRoom.getState().roomId !== roomId) return;
    useSetList.setState({ entries: list.entries });
  }
}

function midiFile(name: string, data: string): File {
  return new File([fromBase64(data)], `${name.replace(/\.midi?$/i, '')}.mid`, { type: 'audio/midi' });
}

async function shared({ sheet, bytes }: OpenSheet) {
  if (sheet.kind === 'abc') return { kind: 'abc', bytes } as const;
  if (sheet.kind === 'chords') return { kind: 'chordpro', bytes } as const;
  // With the library for archives, which a first visit does not need.
  const { packSheet } = await import('../features/sheets/reading/pack-sheet.ts');
  return { kind: 'mxl', bytes: packSheet(bytes) } as const;
}

/** A name that the server takes. */
function shownName(name: string): string {
  const visible = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  return [...visible].slice(0, serviceLimits.sheet.name.max).join('').trim() || '—';
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
}
