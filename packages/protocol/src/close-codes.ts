/** WebSocket close codes (R8.17). */
export const closeCodes = {
  normal: 1000,
  shutdown: 1001,
  unsupportedData: 1003,
  /** Never sent: reported for a socket that was lost. */
  lost: 1006,
  tooLarge: 1009,
  badFrames: 4400,
  sessionEnded: 4401,
  forcedSignOut: 4403,
  noHeartbeat: 4408,
  resumedElsewhere: 4409,
  cannotKeepUp: 4429,
} as const;

export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];

/** A client's reaction to the close code of its socket. */
export type AfterClose = 'resume' | 'reconnect' | 'stop';

/**
 * resume: the server keeps the participant for 30 s. reconnect: only a new connection can help. stop: the user has to
 * do something first, or another connection took over.
 */
export function afterClose(code: number): AfterClose {
  switch (code) {
    case closeCodes.unsupportedData:
    case closeCodes.tooLarge:
    case closeCodes.badFrames:
      return 'reconnect';
    case closeCodes.shutdown:
      return 'reconnect';
    case closeCodes.normal:
    case closeCodes.sessionEnded:
    case closeCodes.forcedSignOut:
    case closeCodes.resumedElsewhere:
      return 'stop';
    default:
      return 'resume';
  }
}
