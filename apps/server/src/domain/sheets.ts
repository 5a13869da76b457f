import { issues, type Problem, serviceLimits, shownText, textIssue, validationError } from '@roomtone/protocol';
import type { SetListEntry, SheetKind, StandView } from '@roomtone/protocol/rest';

const { sheet: sheetLimits, setList } = serviceLimits;

/** The first bytes of a kind, as far as it is cheap to look at. Clients read the rest. */
const beginnings: Readonly<Record<SheetKind, (bytes: Uint8Array, text: () => string) => boolean>> = {
  musicxml: (_, text) => /^\s*</.test(text()) && text().includes('<score-partwise'),
  mxl: ([first, second, third, fourth]) => first === 0x50 && second === 0x4b && third === 3 && fourth === 4,
  abc: (_, text) => /^X:/m.test(text()) && /^K:/m.test(text()),
  chordpro: (_, text) => text().trim() !== '',
  midi: ([first, second, third, fourth]) => first === 0x4d && second === 0x54 && third === 0x68 && fourth === 0x64,
};

/**
 * Checks a sheet that is to be kept (service rules S34).
 * @param bytes undefined if they are not in base64.
 * @throws {RoomtoneError} VALIDATION_ERROR on `name` or `data`.
 */
export function checkSheet(name: string, kind: SheetKind, bytes: Uint8Array | undefined): void {
  const problems: Problem[] = [];
  const issue = nameIssue(name, sheetLimits.name);
  if (issue !== undefined) problems.push({ field: 'name', ...issue });
  if (bytes === undefined || bytes.length > sheetLimits.bytes || !isOfKind(kind, bytes)) {
    problems.push({
      field: 'data',
      code: 'invalid',
      issue: `must be a file of this kind, of at most ${sheetLimits.bytes} bytes`,
    });
  }
  if (problems.length > 0) throw validationError(problems);
}

function isOfKind(kind: SheetKind, bytes: Uint8Array): boolean {
  try {
    return beginnings[kind](bytes, () => textOf(bytes));
  } catch {
    // It is no text.
    return false;
  }
}

/** @throws {TypeError} for bytes that are no text. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const marks = { [0xfffe]: 'utf-16le', [0xfeff]: 'utf-16be' } as const;
  const encoding = marks[(((first ?? 0) << 8) | (second ?? 0)) as keyof typeof marks] ?? 'utf-8';
  const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  if (text.includes('\0')) throw new TypeError('a text has no zero characters');
  return text;
}

/**
 * Checks a set list and trims its texts.
 * @param sheetIds those of the room.
 * @throws {RoomtoneError} VALIDATION_ERROR on `entries`.
 */
export function checkedSetList(
  entries: readonly SetListEntry[],
  sheetIds: ReadonlySet<string>,
): readonly SetListEntry[] {
  const problems: Problem[] = [];
  const ids = new Set(entries.map((entry) => entry.entry_id));
  if (ids.size < entries.length)
    problems.push({ field: 'entries', code: 'invalid', issue: 'must have an entry_id each' });
  const checked = entries.map((entry, index) => {
    const title = entry.title.trim();
    const { note = '', sheet_id: sheetId = '', file_id: fileId = '' } = entry;
    const issue = nameIssue(title, setList.title);
    if (issue !== undefined) problems.push({ field: `entries.${index}.title`, ...issue });
    const noteIssue = textIssue(note, { min: 0, ...setList.note }, 'lineFeeds');
    if (noteIssue !== undefined) problems.push({ field: `entries.${index}.note`, ...noteIssue });
    for (const [field, id] of [
      ['sheet_id', sheetId],
      ['file_id', fileId],
    ]) {
      if (id !== '' && id !== undefined && !sheetIds.has(id)) {
        problems.push({ field: `entries.${index}.${field}`, code: 'invalid', issue: 'must be a sheet of this room' });
      }
    }
    return { ...entry, title };
  });
  if (problems.length > 0) throw validationError(problems);
  return checked;
}

function nameIssue(text: string, limit: { readonly min: number; readonly max: number }) {
  return textIssue(text, limit) ?? (shownText(text, 1) === '' ? issues.empty : undefined);
}

/** The sheets that are open for everybody in a room, for REST and for frames. */
export function standView(stand: Partial<Stand> = {}): StandView {
  return {
    sheet_id: stand.sheetId ?? '',
    measure: stand.measure ?? 0,
    beat: stand.beat ?? 0,
    entry_id: stand.entryId ?? '',
    title: stand.title ?? '',
    file_id: stand.fileId ?? '',
    set_list_version: stand.setListVersion ?? 0,
  };
}

interface Stand {
  readonly sheetId: string;
  readonly measure: number;
  readonly beat: number;
  readonly entryId: string;
  readonly title: string;
  readonly fileId: string;
  readonly setListVersion: number;
}
