/** How much is done: `short` within `npm test`, `long` by hand, as the goals say it. */
export type ProofSize = 'short' | 'long';

/** What one line of the proof is run with. */
export interface ProofContext {
  readonly size: ProofSize;
  /** Everything random follows from it. */
  readonly seed: number;
  /** An empty folder, removed afterwards. */
  readonly scratch: string;
  /** Progress, for whoever waits. */
  say(text: string): void;
}

/** One goal of a line. */
export interface Finding {
  readonly goal: string;
  /** In words and figures, such as `200 kills, nothing lost`. */
  readonly measured: string;
  readonly held: boolean;
  /** A matter of speed, which a busy machine can miss: `npm test` shows it and does not fail for it. */
  readonly isTiming?: boolean;
}

/** One line of the proof: something that goes wrong, and what must hold all the same. */
export interface ProofLine {
  /** For `npm run proof -- --only <name>`. */
  readonly name: string;
  readonly what: string;
  readonly seed: number;
  /** Why it cannot run on this machine; undefined where it can. */
  unavailable?(): string | undefined;
  run(context: ProofContext): Promise<readonly Finding[]>;
}
