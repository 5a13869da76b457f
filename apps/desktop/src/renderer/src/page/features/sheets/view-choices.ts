import { contentId } from '../../../../../shared/library/content-id.ts';
import { readStored } from '../../stored-state.ts';
import type { PageView } from './page-view.ts';
import { useSheet } from './sheet-store.ts';

const storageKey = 'roomtone.sheet-views';
/** Older choices are forgotten. */
const mostSheets = 200;

interface Choices {
  readonly pitch: PageView['pitch'];
  /** The staves that are shown of a sheet, by its content and tune. */
  readonly staves: readonly (readonly [id: string, staves: readonly number[]])[];
}

/** The user's own view of the sheet that is open. Their instrument stays the same for other sheets; both return with the sheet. */
export function chooseView(change: Partial<PageView>): void {
  useSheet.setState(change);
  const { sheet, staves, pitch } = useSheet.getState();
  if (sheet === undefined || sheet.sheet.kind === 'chords') return;
  const id = idOf(sheet.bytes, sheet.sheet.tune);
  const others = choices().staves.filter(([other]) => other !== id);
  const all = staves === undefined ? others : [[id, [...staves]] as const, ...others].slice(0, mostSheets);
  try {
    localStorage.setItem(storageKey, JSON.stringify({ pitch, staves: all } satisfies Choices));
  } catch {
    // Storage is full or blocked: the choice lasts until the page closes.
  }
}

/** @param count how many staves the sheet has */
export function rememberedView(bytes: Uint8Array, tune: number, count: number): PageView {
  const { pitch, staves } = choices();
  const known = staves.find(([id]) => id === idOf(bytes, tune))?.[1].filter((staff) => staff < count) ?? [];
  return { pitch, staves: known.length === 0 ? undefined : new Set(known) };
}

function idOf(bytes: Uint8Array, tune: number): string {
  return `${contentId(bytes)} ${tune}`;
}

function choices(): Choices {
  const { pitch, staves } = (readStored(storageKey) ?? {}) as { readonly pitch?: unknown; readonly staves?: unknown };
  return {
    pitch: typeof pitch === 'number' && Number.isInteger(pitch) && Math.abs(pitch) <= 24 ? pitch : 'printed',
    staves: Array.isArray(staves) ? staves.filter(isChoice) : [],
  };
}

function isChoice(entry: unknown): entry is Choices['staves'][number] {
  const [id, staves] = Array.isArray(entry) ? entry : [];
  return (
    typeof id === 'string' && Array.isArray(staves) && staves.every((staff) => Number.isInteger(staff) && staff >= 0)
  );
}
