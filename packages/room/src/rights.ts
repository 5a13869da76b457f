// Rights to play, chat and set the metronome in a room (room rules R23). Guests have none, whatever the settings say.
import { type Participant as ParticipantInfo, RoomtoneError } from '@roomtone/protocol';
import {
  type Account,
  accountRequired,
  checkModerates,
  isOver,
  type Mute,
  mayModerate,
  muted,
  type RoomRules,
} from './permissions.ts';
import { isPlaying, type Turns } from './turns.ts';

/** True if the room's settings let a participant play. Guests and muted players are looked at elsewhere. */
export function mayPlay(rules: RoomRules, info: ParticipantInfo, turns: Turns | undefined): boolean {
  switch (rules.settings.mayPlay) {
    case 'everybody':
      return true;
    case 'members':
      return info.member || isOwnerOrNamed(rules, info.userId);
    case 'named':
      return isOwnerOrNamed(rules, info.userId);
    case 'turns':
      return turns !== undefined && isPlaying(turns, info.number);
  }
}

/** Somebody whom the owner has named for anything may do what members may. */
function isOwnerOrNamed({ ownerId, moderatorIds, playerIds }: RoomRules, userId: string): boolean {
  return userId !== '' && (userId === ownerId || moderatorIds.includes(userId) || playerIds.includes(userId));
}

/** The fields of a participant that decide about their rights. */
export interface RightsHolder {
  readonly info: ParticipantInfo;
  /** As in storage when they joined. */
  readonly roles: readonly string[];
  readonly mute: Mute | undefined;
  /** The room's settings let them play now. */
  readonly mayPlay: boolean;
}

/** The AUTHORIZATION_ERROR for notes of a participant who is muted, or whom the room's settings do not let play. */
export function notesRefused({ settings }: RoomRules, { mute }: RightsHolder, nowUs: number): RoomtoneError {
  if (mute?.notes && !isOver(mute, nowUs)) return muted();
  const messages = {
    everybody: 'You may not play in this room.',
    members: 'In this room, only members play: give your account a password.',
    named: 'In this room, only players play whom its owner or a moderator has named.',
    turns: 'In this room, players take turns, and it is not your turn.',
  };
  const details = { reason: 'may_play', may_play: settings.mayPlay } as const;
  return new RoomtoneError('AUTHORIZATION_ERROR', messages[settings.mayPlay], details);
}

/**
 * The AUTHORIZATION_ERROR for talking of a guest, of a bot, of somebody who is muted in any way, or whom the room's settings do not
 * let talk; undefined for those who may.
 */
export function talkRefused(
  rules: RoomRules,
  { info, roles, mute }: Pick<RightsHolder, 'info' | 'roles' | 'mute'>,
  nowUs: number,
): RoomtoneError | undefined {
  if (info.guest) return accountRequired();
  if (mute !== undefined && !isOver(mute, nowUs)) return muted();
  const { mayTalk } = rules.settings;
  if (!info.bot && holdsTalk(rules, info, roles)) return undefined;
  const messages = {
    everybody: 'Bots do not talk.',
    members: 'In this room, only members talk: give your account a password.',
    named: 'In this room, only players talk whom its owner or a moderator has named.',
    moderators: 'In this room, only its owner and moderators talk.',
    nobody: 'In this room, nobody talks.',
  };
  return new RoomtoneError('AUTHORIZATION_ERROR', messages[mayTalk], { reason: 'may_talk', may_talk: mayTalk });
}

function holdsTalk(rules: RoomRules, info: ParticipantInfo, roles: readonly string[]): boolean {
  const { mayTalk } = rules.settings;
  if (mayTalk === 'nobody') return false;
  if (mayTalk === 'everybody' || mayModerate(rules, { userId: info.userId, roles })) return true;
  if (mayTalk === 'members') return info.member || isOwnerOrNamed(rules, info.userId);
  return mayTalk === 'named' && isOwnerOrNamed(rules, info.userId);
}

/**
 * Checks that the room's settings let a participant chat.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason chat if chat is closed, or reason may_chat.
 */
export function checkMayChat(rules: RoomRules, { info, roles }: Pick<RightsHolder, 'info' | 'roles'>): void {
  const { allowChat, mayChat } = rules.settings;
  if (!allowChat) throw new RoomtoneError('AUTHORIZATION_ERROR', 'Chat is closed in this room.', { reason: 'chat' });
  if (mayChat === 'everybody' || mayModerate(rules, { userId: info.userId, roles })) return;
  if (mayChat === 'members' && (info.member || isOwnerOrNamed(rules, info.userId))) return;
  const message =
    mayChat === 'members'
      ? 'In this room, only members chat: give your account a password.'
      : 'In this room, only its owner and moderators chat.';
  throw new RoomtoneError('AUTHORIZATION_ERROR', message, { reason: 'may_chat', may_chat: mayChat });
}

/**
 * Checks that a user may set the metronome: those who moderate the room and, where the settings say so, those who may play.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR as checkModerates() does, or with reason may_set_metronome.
 */
export function checkSetsMetronome(rules: RoomRules, account: Account, participant: RightsHolder, nowUs: number): void {
  if (rules.settings.maySetMetronome === 'moderators') {
    checkModerates(rules, account);
    return;
  }
  const { mute } = participant;
  if (mayModerate(rules, account)) return;
  if (mute?.notes && !isOver(mute, nowUs)) throw muted();
  if (participant.mayPlay) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only those who may play now can set the metronome.', {
    reason: 'may_set_metronome',
  });
}

/**
 * Checks that a participant may use the room's loops. Those who moderate it may even where they may not play now.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR as notesRefused() says, or with reason may_loop.
 */
export function checkUsesLoops(rules: RoomRules, participant: RightsHolder, moderates: boolean, nowUs: number): void {
  const isMuted = participant.mute?.notes === true && !isOver(participant.mute, nowUs);
  if (isMuted || !(participant.mayPlay || moderates)) throw notesRefused(rules, participant, nowUs);
  if (rules.settings.mayLoop === 'everybody' || moderates) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only the owner and moderators of this room use its loops.', {
    required: ['owner', 'moderator'],
    reason: 'may_loop',
  });
}
