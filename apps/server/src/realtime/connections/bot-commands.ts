import { TurnAction } from '@roomtone/protocol';
import type { BotScope } from '@roomtone/protocol/rest';
import { checkIsPerson, checkScope } from '../../domain/bot-scopes.ts';
import type { Identity } from '../../ports/tickets.ts';
import type { Command } from './command.ts';

/** Everything else that a client sends, such as notes, is looked at where it is handled. */
type Need = BotScope | 'person' | 'nothing';

/**
 * Checks that a bot may send this command (S32.6). People and guests may send all of them here.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason scope or bot.
 */
export function checkBotMay(identity: Identity, command: Command): void {
  if (identity.kind === 'guest' || identity.bot === undefined) return;
  const need = needOf(command);
  if (need === 'person') checkIsPerson(identity.bot);
  else if (need !== 'nothing') checkScope(identity.bot, need);
}

function needOf(command: Command): Need {
  switch (command.kind) {
    case 'joinRoomCommand':
    case 'chatHistory':
      return 'listen';
    case 'chatMessage':
    case 'dataMessage':
      return 'chat';
    case 'loopCommand':
      return command.body.list === undefined ? 'play' : 'listen';
    case 'transport':
    case 'playoutMode':
    case 'moderationCommand':
      return 'moderate';
    case 'directSignal':
      return 'play';
    case 'turnCommand':
      return isForModerators(command.body.action) ? 'moderate' : 'play';
    case 'userCommand':
      return needOfUserCommand(command.body);
    case 'createRoomCommand':
    case 'updateRoomCommand':
    case 'voiceRequest':
    case 'voiceAnswer':
      return 'person';
    case 'leaveRoomCommand':
    case 'quality':
    case 'lobbyCommand':
    case 'datagramOffer':
      return 'nothing';
  }
}

/** True for what only those who moderate the room may do. */
export function isForModerators(action: TurnAction): boolean {
  return action === TurnAction.MOVE || action === TurnAction.SKIP;
}

function needOfUserCommand({
  typing,
  setPlayer,
  setPresence,
}: Extract<Command, { readonly kind: 'userCommand' }>['body']): Need {
  if (typing !== undefined) return 'chat';
  if (setPlayer !== undefined) return 'play';
  return setPresence === undefined ? 'person' : 'nothing';
}
