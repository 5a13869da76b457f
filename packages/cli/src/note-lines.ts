const names = ['C', 'C♯', 'D', 'E♭', 'E', 'F', 'F♯', 'G', 'A♭', 'A', 'B♭', 'B'];
/** Keys that one player presses within this time share a line. */
const gatherMs = 250;
const mostOfLine = 16;

/** 60 is C4, middle C. */
export function noteName(key: number): string {
  return `${names[key % 12]}${Math.floor(key / 12) - 1}`;
}

/** Gathers the keys that players press, so that a run of notes is one line. */
export class NoteLines {
  readonly #print: (name: string, keys: readonly string[]) => void;
  readonly #open = new Map<string, string[]>();

  constructor(print: (name: string, keys: readonly string[]) => void) {
    this.#print = print;
  }

  add(name: string, key: string): void {
    const keys = this.#open.get(name);
    if (keys === undefined) {
      this.#open.set(name, [key]);
      setTimeout(() => this.#end(name), gatherMs);
    } else {
      keys.push(key);
      if (keys.length >= mostOfLine) this.#end(name);
    }
  }

  #end(name: string): void {
    const keys = this.#open.get(name);
    this.#open.delete(name);
    if (keys !== undefined) this.#print(name, keys);
  }
}
