/** The participants and activity of running rooms, for REST. Implemented by realtime/. */
export interface LiveRooms {
  occupancy(roomId: string): number;
  occupiedRoomIds(): readonly string[];
  participants(roomId: string): readonly LiveParticipant[];
  /** Time of the last join, note or chat message, which may not be stored yet; 0 if there was none. */
  lastActivity(roomId: string): number;
  /** Stores all activity that is not stored yet. */
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

/** A user or guest who is connected, or can still resume. */
export interface ConnectedPerson {
  /** "" for a guest. */
  readonly userId: string;
  readonly username: string;
  /** Undefined outside a room. */
  readonly room: { readonly roomId: string; readonly roomName: string } | undefined;
}
