import { roomStrings } from '../../room-strings.ts';
import type { Drawing } from './drawing.ts';
import type { NoteSheet } from './reading/sheet.ts';
import type { PracticedNote } from './sheet-controller.ts';

/** Shows on a page how the user practiced: notes that were missed or not in time, and a line under each bar that has some. */
export class PracticeMarks {
  readonly #marked: Element[] = [];
  readonly #lines: Element[] = [];

  /** @param startsUs when each measure of the playing order begins. @param paper gets the lines. */
  show(
    paper: HTMLElement,
    drawing: Drawing | undefined,
    { order }: Pick<NoteSheet, 'order'>,
    startsUs: readonly number[],
    notes: readonly PracticedNote[],
  ): void {
    this.#clear();
    if (drawing === undefined) return;
    const measureOf = ({ timeUs }: PracticedNote) => order[startsUs.findLastIndex((us) => us <= timeUs + 1)] ?? -1;
    for (const [measure, ofMeasure] of Map.groupBy(notes, measureOf)) {
      const box = drawing.boxes.get(measure);
      if (box === undefined) continue;
      this.#markNotes(drawing, measure, ofMeasure);
      const text = practicedText(counts(ofMeasure));
      if (text === '') continue;
      const line = document.createElement('p');
      line.className = 'sheet-practiced';
      line.textContent = text;
      Object.assign(line.style, { left: `${box.left}px`, top: `${box.top + box.height}px`, width: `${box.width}px` });
      paper.append(line);
      this.#lines.push(line);
    }
  }

  /** Notes of one key are told apart by their order. */
  #markNotes(drawing: Drawing, measure: number, notes: readonly PracticedNote[]): void {
    const drawn = Map.groupBy(drawing.notesOf(measure), ({ key }) => key);
    const asked = notes.filter(({ outcome }) => outcome !== 'wrong');
    for (const [key, ofKey] of Map.groupBy(asked, (note) => note.key)) {
      for (const [index, { outcome }] of ofKey.entries()) {
        if (outcome === 'right') continue;
        for (const element of drawn.get(key)?.[index]?.elements ?? []) {
          element.classList.add(outcome);
          this.#marked.push(element);
        }
      }
    }
  }

  #clear(): void {
    for (const element of this.#marked.splice(0)) element.classList.remove('early', 'late', 'missed');
    for (const line of this.#lines.splice(0)) line.remove();
  }
}

function counts(notes: readonly PracticedNote[]): Record<PracticedNote['outcome'], number> {
  const all = { right: 0, early: 0, late: 0, missed: 0, wrong: 0 };
  for (const { outcome } of notes) all[outcome]++;
  return all;
}

const faults = ['early', 'late', 'missed', 'wrong'] as const;

/** For under a bar that was practiced; "" if all was right. */
function practicedText(counts: Readonly<Record<(typeof faults)[number], number>>): string {
  const words = roomStrings.sheets.practiced;
  return faults
    .filter((fault) => counts[fault] > 0)
    .map((fault) => words[fault]({ count: counts[fault] }))
    .join(', ');
}
