import { sheetFileName, sheetLimits } from '../../../../../shared/sheet-file.ts';
import type { CurrentBeat } from '../../playing/metronome/beat-lights.ts';
import { InterruptedSheets } from './interrupted-sheets.ts';
import {
  barBeat,
  beatsInMeasure,
  type FilePosition,
  nextBarBeat,
  nextPlaceOf,
  type Place,
  placeOf,
  startFor,
} from './place.ts';
import type { PlayedSheet } from './reading/played-sheet.ts';
import type { ReadInWorker } from './reading/read-in-worker.ts';
import type { ChordSheet, Sheet } from './reading/sheet.ts';
import { useReadingMode } from './reading-mode/reading-mode-store.ts';
import { type HeldSheet, noSheet, useSheet } from './sheet-store.ts';
import { rememberedView } from './view-choices.ts';

type SheetFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** The things that a sheet needs of the room around it. */
export interface SheetSurroundings {
  /** Loads a sheet as the file to practice with. */
  practice(name: string, played: PlayedSheet): void;
  /** The file that plays; undefined if none is loaded. */
  position(played: PlayedSheet | undefined): FilePosition | undefined;
  /** Moves the loaded file. */
  seek(us: number): void;
  /** Calls a listener whenever a note begins or ends; returns a function that ends this. */
  onSounding(listener: () => void): () => void;
  /** The colours of all keys that sound. */
  sounding(): ReadonlyMap<number, string>;
  /** How the user practiced a sheet, at its own times; calls the listener at each change, until the returned function is called. */
  onPracticed(played: PlayedSheet | undefined, listener: (notes: readonly PracticedNote[]) => void): () => void;
  /** The metronome's beat. */
  beat(): CurrentBeat;
  /** The sheet that is open for everybody starts elsewhere. @param beat the count of the metronome's beat with which it is there. */
  started(index: number, beat: number): void;
}

/** A note that the user played or should have played. */
export interface PracticedNote {
  readonly timeUs: number;
  readonly key: number;
  readonly outcome: 'right' | 'early' | 'late' | 'missed' | 'wrong';
}

/** Where the sheet that is open for everybody starts. */
export interface SharedStart {
  readonly sheetId: string;
  /** In playing order, from 0. */
  readonly measure: number;
  /** The count of the metronome's beat with which it begins. */
  readonly beat: number;
  /** The user may not change it. */
  readonly isLed: boolean;
}

/** The pages on the screen. */
export interface PageTurns {
  turn(by: 1 | -1): void;
}

/** Opens sheets and knows where in them the music is. */
export class SheetController {
  readonly surroundings: SheetSurroundings;
  /** Turns the pages that are on the screen. */
  pages: PageTurns | undefined;
  readonly #read: ReadInWorker;
  readonly #interrupted: InterruptedSheets;
  #held: { readonly file: SheetFile; shared: SharedStart } | undefined;
  /** Counts files, so that only the one opened last is shown. */
  #opened = 0;

  constructor(surroundings: SheetSurroundings, read: ReadInWorker, interrupted = new InterruptedSheets()) {
    this.surroundings = surroundings;
    this.#read = read;
    this.#interrupted = interrupted;
  }

  /**
   * Opens a file in place of the sheet that is open. The store says if that failed, and whether somebody else's sheet waits
   * until the user wants to see it. @param tune the index of the tune, in a file that has several
   */
  async open(file: SheetFile, shared?: SharedStart, { isWanted = shared === undefined, tune = 0 } = {}): Promise<void> {
    const opened = ++this.#opened;
    this.#held = undefined;
    if (shared !== undefined && !isWanted && this.#interrupted.has(shared.sheetId)) {
      this.#hold(file, shared, 'interrupted');
      return;
    }
    if (file.size > sheetLimits.fileBytes) {
      useSheet.setState({ problem: 'too-large', isReading: false });
      return;
    }
    useSheet.setState({ isReading: true, problem: undefined, held: undefined });
    this.#interrupted.opening(shared?.sheetId);
    let bytes = new Uint8Array<ArrayBuffer>(new ArrayBuffer(0));
    const answer = await file.arrayBuffer().then(
      (content) => {
        // Reading hands the content over to a worker.
        bytes = new Uint8Array(content.slice(0));
        return this.#read(file.name, content, tune);
      },
      () => ({ problem: 'damaged' }) as const,
    );
    this.#interrupted.done();
    if (opened !== this.#opened) return;
    if (shared !== undefined && !isWanted && !('problem' in answer) && isLarge(answer.sheet)) {
      this.#hold(file, shared, 'large');
      return;
    }
    if ('problem' in answer) {
      useSheet.setState({ problem: answer.problem, isReading: false });
      return;
    }
    const { zoom, barsPerLine, isTall } = useSheet.getState();
    const { sheet: content } = answer;
    const view = content.kind === 'chords' ? {} : rememberedView(bytes, content.tune, content.staves.length);
    const sheet = { ...answer, bytes, fileName: file.name, name: file.name.replace(sheetFileName, '') };
    const startBeat = nextBarBeat(this.surroundings.beat());
    const sharedId = shared?.sheetId ?? '';
    useSheet.setState({ ...noSheet, zoom, barsPerLine, isTall, ...view, sheet, sharedId, startBeat });
    if (shared !== undefined) this.startShared(shared);
  }

  /** Opens the sheet that waits. */
  async openHeld(): Promise<void> {
    if (this.#held !== undefined) await this.open(this.#held.file, this.#held.shared, { isWanted: true });
  }

  /** Opens another tune of the same file. */
  async chooseTune(tune: number): Promise<void> {
    const { sheet, sharedId, startBeat: beat, isLed } = useSheet.getState();
    if (sheet === undefined) return;
    const shared = sharedId === '' ? undefined : { sheetId: sharedId, measure: 0, beat, isLed };
    await this.open(new File([sheet.bytes], sheet.fileName), shared, { isWanted: true, tune });
  }

  /** A page is being drawn, or has been. If the page ends before, the sheet does not open again by itself. */
  drawing(isDrawing: boolean): void {
    if (isDrawing) this.#interrupted.opening(useSheet.getState().sharedId);
    else this.#interrupted.done();
  }

  #hold(file: SheetFile, shared: SharedStart, reason: HeldSheet['reason']): void {
    this.#held = { file, shared };
    const { zoom, barsPerLine, isTall } = useSheet.getState();
    const held = { name: file.name.replace(sheetFileName, ''), reason };
    useSheet.setState({ ...noSheet, zoom, barsPerLine, isTall, held, sharedId: shared.sheetId });
  }

  /** The sheet that is open for everybody starts at a measure with a beat of the metronome. */
  startShared({ measure, beat, isLed }: Omit<SharedStart, 'sheetId'>): void {
    if (this.#held !== undefined) this.#held.shared = { ...this.#held.shared, measure, beat, isLed };
    useSheet.setState({ isLed, startAt: measure, startBeat: beat });
  }

  close(): void {
    this.#opened++;
    this.#held = undefined;
    useReadingMode.setState({ isOn: false });
    useSheet.setState({
      sheet: undefined,
      held: undefined,
      isReading: false,
      problem: undefined,
      tooLarge: undefined,
      startAt: 0,
      startBeat: 0,
      sharedId: '',
      isLed: false,
    });
  }

  /** Loads the sheet as a file to practice with: falling notes, a loop, the user's hand. */
  practice(): void {
    const { sheet } = useSheet.getState();
    if (sheet?.played !== undefined) this.surroundings.practice(sheet.sheet.title || sheet.name, sheet.played);
  }

  /** Where the music is. */
  place(): Place {
    const { sheet, startAt, startBeat } = useSheet.getState();
    const barsPerPlace = this.#barsPerPlace;
    const content = sheet?.sheet;
    const beat = this.surroundings.beat();
    const beatsIn = (index: number) => {
      if (content === undefined || content.kind === 'chords') return barsPerPlace * beat.beatsPerBar;
      const measure = content.measures[content.order[index] ?? 0];
      return measure === undefined
        ? beat.beatsPerBar
        : beatsInMeasure(measure, beat.beatsPerBar, startAt + index === 0);
    };
    return placeOf({
      startsUs: sheet?.played?.startsUs,
      count: placesOf(content),
      ...{ startAt, startBeat, beatsIn, barsPerPlace, beat },
      file: this.surroundings.position(sheet?.played),
    });
  }

  /** The music is, or starts, at this place. The file that plays this sheet goes there. */
  startHere(index: number): void {
    const { sheet, isLed, sharedId } = useSheet.getState();
    const file = this.surroundings.position(sheet?.played);
    const us = sheet?.played?.startsUs[index];
    const startBeat = barBeat(this.surroundings.beat());
    if (file?.of === 'sheet' && us !== undefined) {
      this.surroundings.seek(us);
      useSheet.setState({ startAt: index, startBeat });
      return;
    }
    // Everybody reads the same bar.
    if (isLed) return;
    const isFollowed = file?.of === 'other' && file.isMoving;
    useSheet.setState({ startAt: isFollowed ? startFor(index, this.#barsPerPlace, file) : index, startBeat });
    if (sharedId !== '') this.surroundings.started(index, startBeat);
  }

  /** Moves by bars or lines. */
  step(by: number): void {
    const count = placesOf(useSheet.getState().sheet?.sheet);
    if (count > 0) this.startHere(Math.min(count - 1, Math.max(0, this.place().index + by)));
  }

  get #barsPerPlace(): number {
    const { sheet, barsPerLine } = useSheet.getState();
    return sheet?.sheet.kind === 'chords' ? barsPerLine : 1;
  }

  /** The same for a measure as it is written, or for a line of words. */
  startAtWritten(measure: number): void {
    const { sheet } = useSheet.getState();
    if (sheet === undefined) return;
    const isChords = sheet.sheet.kind === 'chords';
    const index = isChords ? measure : nextPlaceOf(measure, sheet.sheet.order, this.place().index);
    if (index >= 0) this.startHere(index);
  }
}

/** How many places a sheet has: measures in playing order, or lines of words. */
export function placesOf(
  sheet: ChordSheet | { readonly kind: string; readonly order: readonly number[] } | undefined,
): number {
  if (sheet === undefined) return 0;
  return 'order' in sheet ? sheet.order.length : wordLinesOf(sheet);
}

function wordLinesOf({ sections }: ChordSheet): number {
  return sections.reduce((sum, { lines }) => sum + lines.filter(({ kind }) => kind === 'words').length, 0);
}

/** Drawing it would keep a slow machine busy. */
function isLarge(sheet: Sheet): boolean {
  if (sheet.kind === 'chords') return false;
  return sheet.notes.length > sheetLimits.unaskedNotes || sheet.staves.length > sheetLimits.unaskedStaves;
}
