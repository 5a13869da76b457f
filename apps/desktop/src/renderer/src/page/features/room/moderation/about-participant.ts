import type { Participant } from '@roomtone/sdk';

/** Props of a dialog about one participant. */
export interface AboutParticipant {
  readonly participant: Participant;
  readonly onClose: () => void;
}
