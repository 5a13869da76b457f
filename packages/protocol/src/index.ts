// The whole public surface of the package, except ./rest. gen/codec.js stays private: only frame.ts encodes and
// decodes.
export {
  type Announcement,
  announcementTtlSeconds,
  readAnnouncement,
  serviceType,
  writeAnnouncement,
} from './announcement.ts';
export type { BorrowedNotes } from './borrowed-notes.ts';
export { type AfterClose, afterClose, type CloseCode, closeCodes } from './close-codes.ts';
export { DatagramNeed } from './datagrams/datagram-need.ts';
export {
  type DirectCandidate,
  type DirectDescription,
  directIssue,
  directLimits,
  directRepetition,
  directSdp,
  isLocalName,
  readCandidates,
} from './datagrams/direct-signal.ts';
export { guardedCallback } from './datagrams/guarded-callback.ts';
export { type NoteDatagram, readDatagram, writeDatagram } from './datagrams/note-datagram.ts';
export { NoteMerge } from './datagrams/note-merge.ts';
export { OutgoingDatagrams } from './datagrams/outgoing-datagrams.ts';
export { OwnStalls, type StallTimers } from './datagrams/own-stalls.ts';
export { type PeerParameters, peerIssue, peerSdp, readPeerSdp } from './datagrams/peer-parameters.ts';
export {
  type ErrorCode,
  type ErrorDetails,
  errorCodes,
  errorTraits,
  isErrorCode,
  type Problem,
  type RefusalReason,
  RoomtoneError,
  type SecondFactorChallenge,
  validationError,
} from './errors.ts';
export { isFingerprint } from './fingerprint.ts';
export {
  appendDelivery,
  type BorrowedNotesMessage,
  type ClientMember,
  clientMembers,
  decodeClientFrame,
  decodeLoop,
  decodeLoopNews,
  decodeServerFrame,
  type Envelope,
  encodeFrame,
  encodeLoop,
  encodeLoopNews,
  type MemberName,
  type Message,
  type Outgoing,
} from './frame.ts';
export type * from './gen/messages.ts';
export {
  ChatMessageType,
  DatagramState,
  FriendAction,
  LeaveReason,
  memberNumbers,
  NotificationKind,
  OwnershipOfferState,
  PresenceStatus,
  RoomCloseReason,
  RoomRight,
  RoomType,
  ServerMessageType,
  SubscriptionStatus,
  TurnAction,
} from './gen/messages.ts';
export { HeldNotes } from './held-notes.ts';
export {
  explainedInvitationLink,
  type Invitation,
  invitationAppLink,
  invitationLink,
  readInvitation,
} from './invitation.ts';
export { type FieldIssue, type Issue, type IssueCode, issueCodes, issues } from './issues.ts';
export { limits, loopLimits, serviceLimits } from './limits.ts';
export { loopTicks, patternTicks, segmentAt, stepTick, tickAt, ticksPerBeat, tickTimeUs } from './loop-time.ts';
export {
  type Beats,
  barLineFrom,
  barsUs,
  beatsCounted,
  beatTimeUs,
  type ClickTime,
  clickProblems,
  clicksOf,
  firstBeatFrom,
  keptClick,
  plainClick,
} from './metronome.ts';
export { checkMidi, forEachEventOf, joinMidi, midiIssue, splitMidi, type TimedEvent } from './midi.ts';
export { eventLength, forEachEvent, isNoteOff, isNoteOn, midiController, midiStatus } from './midi-events.ts';
export type { Choice, Field } from './model/field.ts';
export { cleanDisplayName, displayNameIssue, type Named, namesOf, restNamesOf } from './model/people.ts';
export {
  defaultsOf,
  type Fields,
  fromRest,
  fromStored,
  fromWire,
  givenOnWire,
  problemsOf,
  type RestName,
  type RestValues,
  toRest,
  toWire,
  type Values,
  type WireRecord,
  type WireValues,
} from './model/record.ts';
export { type RoomSettingsValues, roomSettings, roomType } from './model/room-settings.ts';
export { type NoteStamp, readNoteFrame, writeNoteFrame } from './note-frame.ts';
export { readSystemMessage, type SystemMessage, systemMessageText } from './system-messages.ts';
export { nearestUsername, shownText, textIssue } from './text.ts';
export {
  readVoiceSsrc,
  type VoiceParameters,
  voiceAnswerSdp,
  voiceLimits,
  voiceOfferSdp,
  voiceSsrcs,
} from './voice/voice-sdp.ts';
