/** The processes of a service. */
export interface Processes {
  /** This process: unique, and new with every start. */
  readonly id: string;
  /** False for one that has ended or has shown no sign of life for some seconds, as far as this process knows. */
  isAlive(id: string): boolean;
  /** Calls back when another process is there that was not, so that it can be told what it must know. */
  onArrival(listener: () => void): void;
  /** Calls back once for each other process that has ended or is taken for dead, within 5 s. */
  onGone(listener: (id: string) => void): void;
  /**
   * Calls back when this process was taken for dead, because it was stopped or cut off, and is back: what it held may belong to
   * others.
   */
  onReturn(listener: () => void): void;
  /** The same as onGone, for one process alone: it tidies up what the one that is gone has left behind for everybody. */
  onInheritance(tidy: (id: string) => Promise<void>): void;
}
