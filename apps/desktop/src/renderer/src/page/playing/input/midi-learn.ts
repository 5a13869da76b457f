import { create } from 'zustand';
import {
  type Assignment,
  assignmentsFrom,
  type KeyAssignment,
  keysFrom,
  type LearnedAction,
  withAssignment,
  withKey,
} from '../../../contract/midi-learn.ts';
import { persist, readStored } from '../../stored-state.ts';

const rememberedKey = 'roomtone.midi-learned';

interface Learned {
  readonly assignments: readonly Assignment[];
  readonly keys: readonly KeyAssignment[];
}

/** The actions that pads, knobs, pedals and keys do instead of playing; remembered for each device, plugged in or not. */
export const useLearned = create<Learned>()(() => {
  const kept = readStored(rememberedKey) as Partial<Record<keyof Learned, unknown>> | null;
  return { assignments: assignmentsFrom(kept?.assignments), keys: keysFrom(kept?.keys) };
});
persist(rememberedKey, useLearned);

/** The action that waits for a control to be pressed; undefined if none does. */
export const useLearning = create<{ readonly action: LearnedAction | undefined }>()(() => ({ action: undefined }));

/** The part of the connection worker that knows learned controls. */
export interface LearningClient {
  /** Sets which controls act. */
  setLearned(assignments: readonly Assignment[]): void;
  /** Learns the next control that is pressed; undefined stops waiting for it. */
  learn(action: LearnedAction | undefined): void;
}

/** Teaches the connection worker which controls of MIDI keyboards do something, and does it. */
export class MidiLearn {
  readonly #client: LearningClient;
  readonly #act: (action: LearnedAction, timeUs: number) => void;

  constructor(client: LearningClient, act: (action: LearnedAction, timeUs: number) => void) {
    this.#client = client;
    this.#act = act;
    const set = () => client.setLearned(useLearned.getState().assignments);
    useLearned.subscribe((now, before) => now.assignments !== before.assignments && set());
    set();
  }

  /** Waits for the control that shall do this; undefined stops waiting. */
  learn(action: LearnedAction | undefined): void {
    if (action === useLearning.getState().action) return;
    useLearning.setState({ action });
    this.#client.learn(action);
  }

  remove(assignment: Assignment): void {
    useLearned.setState(({ assignments }) => ({ assignments: assignments.filter((each) => each !== assignment) }));
  }

  /** Takes a control that was learned. */
  learned(assignment: Assignment): void {
    useLearning.setState({ action: undefined });
    useLearned.setState(({ assignments }) => ({ assignments: withAssignment(assignments, assignment) }));
  }

  /** Takes a key that was learned. */
  learnedKey(code: string): void {
    const { action } = useLearning.getState();
    if (action === undefined) return;
    this.learn(undefined);
    useLearned.setState(({ keys }) => ({ keys: withKey(keys, { action, code }) }));
  }

  removeKey(key: KeyAssignment): void {
    useLearned.setState(({ keys }) => ({ keys: keys.filter((each) => each !== key) }));
  }

  /** Does what a learned control is for. @param timeUs when it was pressed, local clock */
  act(action: LearnedAction, timeUs: number): void {
    this.#act(action, timeUs);
  }
}
