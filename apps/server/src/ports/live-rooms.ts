/** Who is inside which room now: what REST shows of it. Implemented by realtime/. */
export interface LiveRooms {
  occupancy(roomId: string): number;
  occupiedRoomIds(): readonly string[];
  participants(roomId: string): readonly LiveParticipant[];
  /** Last join, note or chat that storage may not know yet; 0 where nothing happened. */
  lastActivity(roomId: string): number;
  /** Tells storage of all activity that it does not know yet. */
  flushActivity(): Promise<void>;
}

export interface LiveParticipant {
  readonly number: number;
  /** "" for a guest. */
  readonly userId: string;
  readonly username: string;
  readonly avatarUrl: string;
  readonly joinedAt: number;
}

/** Somebody who is connected, or may still resume. */
export interface ConnectedPerson {
  /** "" for a guest. */
  readonly userId: string;
  readonly username: string;
  /** Undefined outside rooms. */
  readonly room: { readonly roomId: string; readonly roomName: string } | undefined;
}
