export { type ChatState, useBeat, useChat, useNotes, useParticipants } from './in-room.ts';
export { type RoomState, type UseRoomOptions, useRoom } from './use-room.ts';
