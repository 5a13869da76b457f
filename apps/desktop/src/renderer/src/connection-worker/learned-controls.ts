import {
  type Assignment,
  isSameTrigger,
  type LearnedAction,
  type TriggerMessage,
  triggerOf,
  withAssignment,
} from '../contract/midi-learn.ts';

interface Parts {
  /** Called when a learned control is pressed. */
  readonly onAction: (action: LearnedAction, timeUs: number) => void;
  /** Called when a control has been learned. */
  readonly onLearned: (assignment: Assignment) => void;
}

/** The pads, knobs and pedals of MIDI keyboards that do something in Roomtone instead of playing. */
export class LearnedControls {
  readonly #parts: Parts;
  #assignments: readonly Assignment[] = [];
  #learning: LearnedAction | undefined;
  /** The last value of each controller by device, channel and number, because knobs and pedals send many. */
  readonly #values = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  set(assignments: readonly Assignment[]): void {
    this.#assignments = assignments;
  }

  /** Assigns the next control that is pressed; undefined stops waiting for it. */
  learn(action: LearnedAction | undefined): void {
    this.#learning = action;
  }

  /** True if the message belongs to a learned control, so that it must not be played. */
  takes(device: string, data: Uint8Array, timeUs: number): boolean {
    const message = triggerOf(data);
    if (message === undefined) return false;
    const isPress = this.#isPress(device, message);
    if (this.#learning !== undefined && isPress) {
      const { kind, channel, number } = message;
      const assignment = { device, action: this.#learning, kind, channel, number };
      this.#learning = undefined;
      // At once, so that the release is not played either.
      this.#assignments = withAssignment(this.#assignments, assignment);
      this.#parts.onLearned(assignment);
      return true;
    }
    const learned = this.#assignments.find((each) => each.device === device && isSameTrigger(each, message));
    if (learned === undefined) return false;
    if (isPress) this.#parts.onAction(learned.action, timeUs);
    return true;
  }

  /** A knob that is turned on, or a pedal that is held, is pressed only once. */
  #isPress(device: string, { kind, channel, number, value, isPress }: TriggerMessage): boolean {
    if (kind !== 'controller') return isPress;
    const key = `${channel} ${number} ${device}`;
    const before = this.#values.get(key);
    this.#values.set(key, value);
    if (!isPress) return false;
    // Some pads send 127 with each stroke, and nothing in between.
    return before === undefined || before < 64 || (before === 127 && value === 127);
  }
}
