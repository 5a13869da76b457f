import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { shortened } from './sheet.ts';

interface WrittenTune {
  readonly title: string;
  readonly source: string;
}

/** Fields that hold for all tunes, where they stand before the first one. */
const headerLine = /^(?:%%|[A-DF-IL-ORSZQmru]:)/;

/** Fields that some collections invent; the parser would play their text. In music such a line can be notes. */
const unknownField = /^[EJYa-ln-qtvxyz]:/;

/** The tunes of an ABC file, each with what the file says for all of them. Empty if it holds no tune. */
export function abcBook(text: string): readonly WrittenTune[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const starts = lines.flatMap((line, index) => (/^X:/.test(line) ? [index] : [])).slice(0, sheetLimits.tunes);
  const [first] = starts;
  if (first === undefined || !lines.some((line) => /^K:/.test(line))) return [];
  const header = lines.slice(0, first).filter((line) => headerLine.test(line));
  return starts.map((start, index) => {
    const tune = lines.slice(start, starts[index + 1]);
    const title =
      tune
        .find((line) => /^T:/.test(line))
        ?.slice(2)
        .trim() ?? '';
    // The fields of a tune come before those of the file.
    const music = tune.findIndex((line) => line.startsWith('K:')) + 1;
    const fields = tune.slice(0, music).filter((line) => !unknownField.test(line));
    const own = new Set(fields.map((line) => line.slice(0, 2)));
    const shared = header.filter((line) => line.startsWith('%%') || !own.has(line.slice(0, 2)));
    return {
      title: shortened(title),
      source: [...fields.slice(0, 1), ...shared, ...fields.slice(1), ...tune.slice(music)].join('\n'),
    };
  });
}
