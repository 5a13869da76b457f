import type { Participant } from '@roomtone/protocol';

/** What a window about somebody in the room is given. */
export interface AboutParticipant {
  readonly participant: Participant;
  readonly onClose: () => void;
}
