import type { Participant, RoomSnapshot, Welcome } from '@roomtone/sdk';

export function aParticipant(number: number, username: string, guest = false): Participant {
  const userId = guest ? '' : `user-${username}`;
  return {
    number,
    userId,
    username,
    guest,
    avatarUrl: '',
    color: '#ffffff',
    instrument: '',
    muted: false,
    joinedAt: 0,
  };
}

export function aSnapshot(given: Partial<RoomSnapshot> = {}): RoomSnapshot {
  const room = {
    roomId: 'room',
    roomName: 'Room',
    roomOwner: '',
    roomOwnerName: '',
    roomType: 1,
    maxUsers: 20,
    currentUsers: 1,
    hasPassword: false,
    createdAt: 0,
    lastActivity: 0,
  } as const;
  // No test reads it.
  const me = {} as Welcome;
  return {
    room,
    participants: [],
    self: 1,
    chat: [],
    welcomeMessage: '',
    transport: undefined,
    sounding: [],
    me,
    ...given,
  };
}
