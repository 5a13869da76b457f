/**
 * Names one state of a shared room. States of one epoch are numbered without gaps; another epoch begins when what was shared has
 * been lost.
 */
export interface Version {
  readonly epoch: string;
  readonly number: number;
}

/** State of one room that all processes share: fields with texts. */
export interface SharedState {
  readonly version: Version;
  /** Counts the commits that admit somebody or decide who may be admitted. */
  readonly admissions: number;
  readonly fields: ReadonlyMap<string, string>;
}

/** A change of what is shared about a room, made as a whole or not at all. */
export interface Commit {
  /** The change is made only if the room still has this number of admissions. */
  readonly admissions?: number;
  /** It is a new admission, or decides who may be admitted. */
  readonly admits?: boolean;
  /** The change is made only if this field has this text; "" stands for a field that does not exist. */
  readonly requires?: { readonly field: string; readonly text: string };
  readonly put?: ReadonlyMap<string, string>;
  readonly remove?: readonly string[];
  /** The news for everybody who follows the room, in the order of the commits. */
  readonly news: string;
}

/** `refused`: the room has another number of admissions, or the required field another text. */
export type CommitOutcome = 'done' | 'refused';

/** Gets what is said about a room, in one order that is the same for all processes. Never throws. */
export interface Follower {
  onNews(version: Version, news: string): void;
  /** Something that leaves no trace in what is shared. Messages of one process arrive in the order in which it sent them. */
  onMessage(from: string, message: Buffer): void;
}

/**
 * Connects the processes of one service: what they share about rooms, and messages between them. Everything but sendings rejects
 * with BusUnavailable while there is no connection; nothing waits for one.
 */
export interface RoomBus {
  /** Names this process; another one each time it starts. */
  readonly processId: string;
  /** False while there is no connection, or no answer on it. */
  readonly isUp: boolean;
  /** Is called when isUp has changed. When it is true again, followers may have missed something. */
  onChange: (() => void) | undefined;
  /** Calls the follower from now on; resolves with the state from which it gets everything. */
  follow(roomId: string, follower: Follower): Promise<SharedState>;
  unfollow(roomId: string): void;
  read(roomId: string): Promise<SharedState>;
  commit(roomId: string, commit: Commit): Promise<CommitOutcome>;
  /** Sends a message to all followers of a room but this process's. It is dropped if there is no connection. */
  send(roomId: string, message: readonly Uint8Array[]): void;
  /** Resolves with those of the processes that were alive within the last seconds. */
  living(processIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Says goodbye: this process is no longer alive. */
  close(): Promise<void>;
}

/** The processes of the service cannot be reached now. */
export class BusUnavailable extends Error {
  override readonly name = 'BusUnavailable';
}
