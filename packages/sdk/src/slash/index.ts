// The subpath ./commands: what people type into a room's chat.
export { type Completion, completions } from './complete.ts';
export { parseLine, runLine, type Typed } from './parse.ts';
export {
  type ArgumentKind,
  type Arguments,
  type CommandArgument,
  type CommandRoom,
  type SlashCommand,
  slashCommands,
} from './slash-commands.ts';
