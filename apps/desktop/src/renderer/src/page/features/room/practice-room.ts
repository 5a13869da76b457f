import type { Participant, RoomInfo } from '@roomtone/sdk';
import { playerColors } from '../../playing/stage/player-appearance.ts';
import { strings } from '../../strings.ts';

/** The practice room's id, shorter than any that a server assigns. */
const practiceRoomId = 'practice';

const rememberedKey = 'roomtone.practice';
const self = 1;

interface PracticePlayer {
  readonly color: string;
  readonly instrument: string;
}

const usual: PracticePlayer = { color: playerColors[0].color, instrument: '' };

/** A room for the user alone, with the colour and instrument used there last. */
export function practiceRoom(): { room: RoomInfo; participants: readonly Participant[]; self: number; guest: false } {
  const nowMs = Date.now();
  const name = strings.practice.you;
  const person = {
    userId: 'self',
    username: name,
    displayName: name,
    avatarUrl: '',
    file: '',
    guest: false,
    bot: false,
    member: true,
    muted: false,
    recording: false,
    direct: false,
    directNear: false,
    talking: false,
  };
  const room: RoomInfo = {
    roomId: practiceRoomId,
    roomName: strings.practice.title,
    roomOwner: '',
    roomOwnerName: '',
    roomOwnerDisplayName: '',
    roomType: 'private',
    maxUsers: 1,
    currentUsers: 1,
    hasPassword: false,
    createdAt: nowMs,
    lastActivity: nowMs,
  };
  return {
    room,
    participants: [{ ...person, ...usual, ...remembered(), participantId: self, joinedAt: nowMs }],
    self,
    guest: false,
  };
}

/** Stores changed settings for the next time. */
export function rememberPracticePlayer(change: Partial<PracticePlayer>): void {
  localStorage.setItem(rememberedKey, JSON.stringify({ ...remembered(), ...change }));
}

/** True once the user has chosen a colour there. */
export function hasPracticeColor(): boolean {
  return remembered().color !== undefined;
}

function remembered(): Partial<PracticePlayer> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(rememberedKey) ?? 'null');
    if (typeof value !== 'object' || value === null) return {};
    const { color, instrument } = value as Partial<Record<keyof PracticePlayer, unknown>>;
    const known = playerColors.find((each) => each.color === color)?.color;
    return {
      ...(known !== undefined && { color: known }),
      ...(typeof instrument === 'string' && { instrument }),
    };
  } catch {
    // Stored data that is not valid JSON is ignored.
    return {};
  }
}
