import { closeCodes, LeaveReason } from '@roomtone/protocol';

/** A close frame without a code, which is how browsers close by default. */
const closedWithoutCode = 1005;

/** The reason that the others get for a participant whose connection ended with this close code (room rules R7.2). */
export function leaveReasonOf(closeCode: number): LeaveReason {
  switch (closeCode) {
    case closeCodes.normal:
    case closeCodes.shutdown:
    case closeCodes.sessionEnded:
    case closedWithoutCode:
      return LeaveReason.LEFT;
    default:
      return LeaveReason.LOST;
  }
}

/** True if a connection whose socket ended with this close code may resume on another one (room rules R10.1). */
export function mayResume(closeCode: number): boolean {
  switch (closeCode) {
    case closeCodes.normal:
    case closeCodes.shutdown:
    case closedWithoutCode:
    case closeCodes.unsupportedData:
    case closeCodes.tooLarge:
    case closeCodes.badFrames:
    case closeCodes.sessionEnded:
    case closeCodes.forcedSignOut:
      return false;
    default:
      return true;
  }
}

/** The number of the participant who removed another, and the text that they gave. */
export interface Removal {
  readonly note: string;
  readonly by: number;
}
