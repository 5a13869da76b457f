/** A key pressed this long before or after its time is meant for that note, local µs. */
export const reachUs = 400_000;
/** Nearer to its time than this, it is in time. */
export const inTimeUs = 120_000;

/** How the user played a note; "wrong" is one that the piece does not have there. */
export type Outcome = 'right' | 'early' | 'late' | 'missed' | 'wrong';

/** A note that the user played or should have played. */
export interface JudgedNote {
  /** In the piece, µs at its own tempo. */
  readonly timeUs: number;
  readonly key: number;
  readonly outcome: Outcome;
}

interface Due {
  readonly timeUs: number;
  readonly key: number;
  /** Local time. */
  readonly dueUs: number;
}

interface Press {
  readonly timeUs: number;
  readonly key: number;
  /** Local time. */
  readonly atUs: number;
}

/** Compares what the user plays with what the piece asks of them. A passage is judged again each time it is played. */
export class PracticeResult {
  /** Notes without a press, and presses without a note. */
  #due: Due[] = [];
  #presses: Press[] = [];
  readonly #asked = new Map<string, JudgedNote>();
  #wrong: JudgedNote[] = [];

  /** All notes so far, in the order of the piece. */
  get notes(): readonly JudgedNote[] {
    return [...this.#asked.values(), ...this.#wrong].toSorted((a, b) => a.timeUs - b.timeUs);
  }

  /** A note of the user's part is due. @param isWaitedFor true if the piece went on only when it was played */
  due(note: Due, isWaitedFor: boolean): void {
    const press = this.#presses.find(({ key, atUs }) => key === note.key && atUs >= note.dueUs - reachUs);
    if (press !== undefined) this.#presses = this.#presses.filter((other) => other !== press);
    if (isWaitedFor) this.#judge(note, 'right');
    else if (press !== undefined) this.#judge(note, outcomeOf(press.atUs - note.dueUs));
    else this.#due.push(note);
  }

  /** The user pressed a key while the piece played. @param timeUs the position in the piece. @param atUs local time */
  pressed(key: number, timeUs: number, atUs: number): void {
    const note = this.#due.find((each) => each.key === key && Math.abs(atUs - each.dueUs) <= reachUs);
    if (note === undefined) {
      this.#presses.push({ key, timeUs, atUs });
      return;
    }
    this.#due = this.#due.filter((other) => other !== note);
    this.#judge(note, outcomeOf(atUs - note.dueUs));
  }

  /** Judges what nothing can come for any more. */
  settle(nowUs: number): void {
    for (const note of this.#due) if (note.dueUs + reachUs < nowUs) this.#judge(note, 'missed');
    this.#due = this.#due.filter(({ dueUs }) => dueUs + reachUs >= nowUs);
    for (const { key, timeUs, atUs } of this.#presses) {
      if (atUs + reachUs < nowUs) this.#wrong.push({ key, timeUs, outcome: 'wrong' });
    }
    this.#presses = this.#presses.filter(({ atUs }) => atUs + reachUs >= nowUs);
  }

  /** The piece stops or goes on at another place; what was about to come no longer counts. */
  interrupt(): void {
    this.#due = [];
    this.#presses = [];
  }

  /** The piece goes on at this position, µs. */
  goesOnAt(timeUs: number): void {
    this.interrupt();
    this.#wrong = this.#wrong.filter((note) => note.timeUs < timeUs);
  }

  /** Forgets everything. */
  clear(): void {
    this.interrupt();
    this.#asked.clear();
    this.#wrong = [];
  }

  #judge({ timeUs, key }: Pick<Due, 'timeUs' | 'key'>, outcome: Outcome): void {
    this.#asked.set(`${timeUs} ${key}`, { timeUs, key, outcome });
  }
}

function outcomeOf(awayUs: number): Outcome {
  if (Math.abs(awayUs) <= inTimeUs) return 'right';
  return awayUs < 0 ? 'early' : 'late';
}
