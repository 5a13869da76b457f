export { ChannelStates } from './channel-states.ts';
export { ChatFlood, chatText } from './chat.ts';
export { checkSendsData, getsData } from './data.ts';
export { within } from './loop-checks.ts';
export { decideLoop, headOf, type LoopUser, noLoops, plansAfter, type RoomLoops, withNews } from './loops.ts';
export type { Moment } from './moment.ts';
export { endMute, setMute } from './muting.ts';
export { colorOf, participantColors } from './participant-colors.ts';
export {
  type Account,
  accountRequired,
  checkAdmission,
  checkDismisses,
  checkManages,
  checkModerates,
  checkModeratesUser,
  isOver,
  joinRefused,
  type Mute,
  mayModerate,
  mayUsePro,
  muted,
  type RoomRules,
  roomNotFound,
  type Visitor,
} from './permissions.ts';
export { type ListenerBudget, NoteQuota, noteBytes } from './quota.ts';
export { isRelease, messagesAt, pickEvents, relayedStartUs } from './relay.ts';
export { checkSetsMetronome, checkUsesLoops, notesRefused, talkRefused } from './rights.ts';
export {
  admit,
  checkJoin,
  isOfUser,
  join,
  leave,
  newcomer,
  openRoom,
  type Participant,
  type PlayerChange,
  participantOf,
  play,
  playElsewhere,
  playHeldBack,
  type RoomEvent,
  type RoomState,
  releaseAll,
  releaseNotes,
  type ShownAccount,
  setAccount,
  setInfo,
  setPlayer,
  setRules,
  setTurns,
  soundingNow,
} from './room.ts';
export { roomLimits } from './room-limits.ts';
export { SlidingWindow } from './sliding-window.ts';
export { type ChatChecks, checkSpeaks, readsChatOf, say } from './speaking.ts';
export { shownTurns, turnRules, turnsAfter } from './taking-turns.ts';
export { nextBarBeat, transportAfter, transportAtFirst } from './transport.ts';
export { isPlaying, nextEndUs, noTurns, settled, type Turns } from './turns.ts';
