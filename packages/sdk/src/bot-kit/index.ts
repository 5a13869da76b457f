// The subpath ./bots: what programs need that live in rooms.
export { type BeatLoopOptions, beatLoop } from './beat-loop.ts';
export { Bot, type BotOptions } from './bot.ts';
export {
  type BotArgument,
  type BotArgumentKind,
  type BotArguments,
  type BotCall,
  type BotCommand,
  BotUsageError,
} from './bot-commands.ts';
export { BotState, type BotStore } from './bot-state.ts';
