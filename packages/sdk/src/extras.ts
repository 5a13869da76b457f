// The subpath ./extras: loops, slash commands, and calls of hosts and of accounts, which most programs do not need.
export { loopLimits, plainClick } from '@roomtone/protocol';
export { botCalls, moderatorCalls, onPeopleChat } from './bots.ts';
export { archiveCalls } from './calls/account-archive.ts';
export { billingCalls } from './calls/billing.ts';
export { hostingCalls } from './calls/hosting.ts';
export { mailLinkCalls } from './calls/mail-links.ts';
export { secondFactorCalls } from './calls/second-factor.ts';
export { type EventsOptions, eventsOf } from './events-of.ts';
export { everyAuditEntry, everyRoom } from './every-page.ts';
export { type LogLevel, logAt, logFrames } from './logging.ts';
export { BarClock } from './loops/bar-clock.ts';
export { type ChangedLoop, type LoopList, type LoopSummary, loopCalls } from './loops/loop-calls.ts';
export { barsAt, type CaptureSettings, captured } from './loops/loop-capture.ts';
export { endingOfSpans, eventsOfSpans, type LoopSpan, positionAt, settingsOfSpans } from './loops/loop-events.ts';
export { type LoopPart, LoopParts, partKey, passOfLayer } from './loops/loop-parts.ts';
export { endingOf, type LoopPass, passOf } from './loops/loop-pass.ts';
export { LoopPlayer, type PartNews } from './loops/loop-player.ts';
export { loopTicks, segmentAt, stepTick, tickAt, ticksPerBeat, tickTimeUs } from './loops/loop-time.ts';
export { type LoopTrack, patternNames, tracksOfLoops } from './loops/loop-tracks.ts';
export type {
  Loop,
  LoopContent,
  LoopEvent,
  LoopEvents,
  LoopInstrument,
  LoopLayer,
  LoopSegment,
  LoopSettings,
  LoopStart,
  NewPatterns,
  NewRecording,
  PatternChanges,
  RecordedLoop,
  StepEdit,
  StepPattern,
  StepPatterns,
} from './loops/loop-types.ts';
export { type Loops, loopsOf } from './loops/loops.ts';
export { type PatternGrid, patternsFrom, type TrackToImport } from './loops/pattern-import.ts';
export { passOfPattern } from './loops/pattern-pass.ts';
export { type MetronomeNow, roomTimeCalls } from './loops/room-time-calls.ts';
export { type Patience, patiently } from './patience.ts';
export { type ChatPage, type ChatRange, chatCalls, chatHistory } from './room/chat-history.ts';
export { sheetCalls } from './sheets.ts';
export { type Completion, completions } from './slash/complete.ts';
export { parseLine, runLine, type Typed } from './slash/parse.ts';
export {
  type ArgumentKind,
  type Arguments,
  type CommandArgument,
  type CommandRoom,
  type SlashCommand,
  slashCommands,
} from './slash/slash-commands.ts';
export {
  namePlayer,
  playerCalls,
  type QueuedPlayer,
  type TurnQueue,
  turnCalls,
  turnsIn,
  type WhyNotPlay,
  whyNotPlay,
} from './turns.ts';
export { type VoiceOffer, type VoiceSignals, voiceSignals } from './voice/voice-signals.ts';
