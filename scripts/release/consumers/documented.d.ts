// Names that the examples in the documentation take from the examples before them.
declare const client: import('@roomtone/sdk').RoomtoneClient;
declare const room: import('@roomtone/sdk').Room;
declare const link: string;
declare const roomId: string;
declare const userId: string;
/** A file's contents. */
declare const bytes: Uint8Array;
