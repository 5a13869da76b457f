import type { LoopCommand } from '@roomtone/protocol';
import type { CommandKind } from '../../domain/command-limits.ts';
import type { ClientMessage } from '../sockets/codec.ts';

/** Messages that are handled one after another: everything a client sends except notes, heartbeats and reports. */
export type Command = Exclude<ClientMessage, { readonly kind: 'midiMessage' | 'heartbeat' | 'datagramReport' }>;

/** The kind that a command counts in (room rules R18). */
export function commandKind(command: Command): CommandKind {
  switch (command.kind) {
    case 'createRoomCommand':
    case 'joinRoomCommand':
      return 'join';
    case 'leaveRoomCommand':
      return 'leave';
    case 'chatMessage':
      return 'chat';
    case 'chatHistory':
      return 'chatHistory';
    case 'userCommand':
      return userCommandKind(command.body);
    case 'updateRoomCommand':
      return 'updateRoom';
    case 'transport':
    case 'playoutMode':
      return 'time';
    case 'quality':
      return 'quality';
    case 'moderationCommand':
      return 'moderation';
    case 'lobbyCommand':
      return command.body.subscribe ? 'lobbySubscribe' : 'lobbyUnsubscribe';
    case 'loopCommand':
      return loopCommandKind(command.body);
    case 'turnCommand':
      return 'turns';
    case 'datagramOffer':
      return 'datagramOffer';
    case 'dataMessage':
      return 'data';
    case 'directSignal':
      return 'directSignal';
    case 'voiceRequest':
    case 'voiceAnswer':
      return 'voice';
  }
}

/** A command that sends everybody a whole loop has a limit of its own. */
export function loopCommandKind({ list, record, overdub, undo, makePatterns }: LoopCommand): CommandKind {
  if (list !== undefined) return 'loopList';
  const isContent = [record, overdub, undo, makePatterns].some((action) => action !== undefined);
  return isContent ? 'loopContent' : 'loop';
}

function userCommandKind(body: ClientMessage<'userCommand'>['body']): CommandKind {
  if (body.typing !== undefined) return 'typing';
  if (body.setPlayer !== undefined) return 'setPlayer';
  if (body.friend !== undefined) return 'friend';
  if (body.directMessage !== undefined) return 'chat';
  if (body.answerOwnership !== undefined) return 'moderation';
  return 'setPresence';
}
