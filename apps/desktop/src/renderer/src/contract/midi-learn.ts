import { isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';

/** The keys that do an action until the user chooses otherwise. */
interface ActionKeys {
  /** Keys of the computer, or of a pedal that sends keys, by their physical code. */
  readonly keys?: readonly string[];
  /** Further ones in reading mode. */
  readonly readingKeys?: readonly string[];
}

/** Every action that a pad, knob, pedal or key can do instead of playing, in the order of their lists. */
const learnedActions = {
  nextPage: { keys: ['PageDown'], readingKeys: ['ArrowRight', 'ArrowDown'] },
  previousPage: { keys: ['PageUp'], readingKeys: ['ArrowLeft', 'ArrowUp'] },
  nextBar: {},
  previousBar: {},
  nextPiece: {},
  previousPiece: {},
  record: {},
  loop: {},
  metronome: {},
  tapTempo: {},
  talk: {},
  panic: {},
  octaveDown: {},
  octaveUp: {},
} as const satisfies Record<string, ActionKeys>;
export type LearnedAction = keyof typeof learnedActions;
export const actionNames = Object.keys(learnedActions) as LearnedAction[];

export function keysOf(action: LearnedAction): Required<ActionKeys> {
  return { keys: [], readingKeys: [], ...learnedActions[action] };
}

/** A key that the user chose for an action; another than those that do it anyway. */
export interface KeyAssignment {
  readonly action: LearnedAction;
  readonly code: string;
}

/** They have a meaning of their own wherever one is. */
const neverLearned = /^(Escape|Tab|Space|(Shift|Control|Alt|Meta|OS)(Left|Right)?|CapsLock|Unidentified|)$/;

/** True if a key can be given to an action. */
export function isLearnable(code: string): boolean {
  return code.length <= 32 && !neverLearned.test(code);
}

/** The keys with a new one, which replaces the key that its action had, and what it did before. */
export function withKey(all: readonly KeyAssignment[], added: KeyAssignment): readonly KeyAssignment[] {
  return [...all.filter(({ action, code }) => action !== added.action && code !== added.code), added];
}

/** The action of a key; undefined if it has none. @param isReading a sheet fills the screen */
export function actionOfKey(
  code: string,
  chosen: readonly KeyAssignment[],
  isReading: boolean,
): LearnedAction | undefined {
  const own = chosen.find((each) => each.code === code)?.action;
  return own ?? actionNames.find((action) => defaultKeys(action, isReading).includes(code));
}

function defaultKeys(action: LearnedAction, isReading: boolean): readonly string[] {
  const { keys, readingKeys } = keysOf(action);
  return isReading ? [...keys, ...readingKeys] : keys;
}

/** Validates stored keys; invalid ones are dropped. */
export function keysFrom(value: unknown): readonly KeyAssignment[] {
  return (Array.isArray(value) ? value : []).reduce<readonly KeyAssignment[]>((keys, each: unknown) => {
    const { action, code } = (each ?? {}) as Partial<Record<keyof KeyAssignment, unknown>>;
    const known = actionNames.find((one) => one === action);
    if (known === undefined || typeof code !== 'string' || !isLearnable(code)) return keys;
    return withKey(keys, { action: known, code });
  }, []);
}

/** The key, controller or program button that does it. */
export interface Trigger {
  readonly kind: 'note' | 'controller' | 'program';
  /** 0 to 15. */
  readonly channel: number;
  /** Of the note, controller or program: 0 to 127. */
  readonly number: number;
}

/** One action of one device. A device has at most one trigger for an action, and a trigger one action. */
export interface Assignment extends Trigger {
  readonly device: string;
  readonly action: LearnedAction;
}

/** More are not kept: the oldest go. */
export const maxAssignments = 200;

/** Controllers from here on are modes such as “all notes off”, and no controls. */
const firstMode = 120;
/** Pedals and switches count as pressed from here on. */
const pressedFrom = 64;

/** The meaning of a message for a trigger. */
export interface TriggerMessage extends Trigger {
  readonly isPress: boolean;
  readonly value: number;
}

/** Reads a message of a key, a control or a program button; undefined for any other message. */
export function triggerOf(data: Uint8Array): TriggerMessage | undefined {
  const [status = 0, number = 0, value = 0] = data;
  const channel = status & 0x0f;
  if (isNoteOn(status, value)) return { kind: 'note', channel, number, value, isPress: true };
  if (isNoteOff(status, value)) return { kind: 'note', channel, number, value: 0, isPress: false };
  switch (status & 0xf0) {
    case midiStatus.controlChange:
      if (number >= firstMode || number === midiController.bankMsb || number === midiController.bankLsb)
        return undefined;
      return { kind: 'controller', channel, number, value, isPress: value >= pressedFrom };
    case midiStatus.programChange:
      return { kind: 'program', channel, number, value: 127, isPress: true };
    case midiStatus.polyPressure:
      // How hard a learned pad is pressed is nothing to play either.
      return { kind: 'note', channel, number, value, isPress: false };
    default:
      return undefined;
  }
}

export function isSameTrigger(one: Trigger, other: Trigger): boolean {
  return one.kind === other.kind && one.channel === other.channel && one.number === other.number;
}

/** The assignments with a new one, which replaces what its device had for the same action or trigger. */
export function withAssignment(all: readonly Assignment[], added: Assignment): readonly Assignment[] {
  const others = all.filter(
    (each) => each.device !== added.device || (each.action !== added.action && !isSameTrigger(each, added)),
  );
  return [...others, added].slice(-maxAssignments);
}

/** Validates stored assignments; invalid ones are dropped. */
export function assignmentsFrom(value: unknown): readonly Assignment[] {
  const isNumber = (number: unknown, max: number) =>
    Number.isInteger(number) && Number(number) >= 0 && Number(number) <= max;
  return (Array.isArray(value) ? value : [])
    .flatMap((each: unknown): Assignment[] => {
      if (typeof each !== 'object' || each === null) return [];
      const { device, action, kind, channel, number } = each as Partial<Record<keyof Assignment, unknown>>;
      const known = actionNames.find((one) => one === action);
      const isKind = kind === 'note' || kind === 'controller' || kind === 'program';
      if (typeof device !== 'string' || known === undefined || !isKind) return [];
      if (!isNumber(channel, 15) || !isNumber(number, 127)) return [];
      return [{ device, action: known, kind, channel: Number(channel), number: Number(number) }];
    })
    .slice(-maxAssignments);
}
