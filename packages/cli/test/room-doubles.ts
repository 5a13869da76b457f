import type { Participant, RoomSnapshot } from '@roomtone/sdk';

export function aParticipant(participantId: number, username: string, guest = false): Participant {
  const userId = guest ? '' : `user-${username}`;
  return {
    participantId,
    userId,
    username,
    displayName: username,
    guest,
    avatarUrl: '',
    color: '#ffffff',
    instrument: '',
    file: '',
    recording: false,
    direct: false,
    directNear: false,
    talking: false,
    bot: false,
    muted: false,
    member: true,
    joinedAt: 0,
  };
}

export function aSnapshot(given: Partial<RoomSnapshot> = {}): RoomSnapshot {
  const info = {
    roomId: 'room',
    roomName: 'Room',
    roomOwner: '',
    roomOwnerName: '',
    roomOwnerDisplayName: '',
    roomType: 'public',
    maxUsers: 20,
    currentUsers: 1,
    hasPassword: false,
    createdAt: 0,
    lastActivity: 0,
  } as const;
  return {
    info,
    participants: [],
    self: aParticipant(1, 'self'),
    chat: [],
    welcomeMessage: '',
    transport: undefined,
    sounding: [],
    limits: undefined,
    connectionId: 'connection',
    ...given,
  };
}
