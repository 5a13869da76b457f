/** `short` is run by the tests, mostly by `npm run test:long`; `long` is run by hand and is what the goals are about. */
export type ProofSize = 'short' | 'long';

/** The context in which a line of the proof runs. */
export interface ProofContext {
  readonly size: ProofSize;
  /** The seed of everything random. */
  readonly seed: number;
  /** An empty folder, removed afterwards. */
  readonly scratch: string;
  /** Prints progress. */
  say(text: string): void;
}

/** One goal of a line. */
export interface Finding {
  readonly goal: string;
  /** The result in words and figures, such as `200 kills, nothing lost`. */
  readonly measured: string;
  readonly held: boolean;
  /** A goal for speed, which a busy machine may miss: `npm test` prints it but does not fail because of it. */
  readonly isTiming?: boolean;
}

/** One line of the proof: something that goes wrong, and goals that must hold nevertheless. */
export interface ProofLine {
  /** For `npm run proof -- --only <name>`. */
  readonly name: string;
  readonly what: string;
  readonly seed: number;
  /** True if it spends its time waiting: the tests then run it beside the other lines of its file. */
  readonly mostlyWaits?: boolean;
  /** The reason why it cannot run on this machine; undefined if it can. */
  unavailable?(): string | undefined;
  run(context: ProofContext): Promise<readonly Finding[]>;
}
