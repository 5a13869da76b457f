import { isolated } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { useRoom } from '../room-store.ts';

/** Says the name of a participant. */
export type NameOf = (participantId: number) => string;

export function useNames(): NameOf {
  const participants = useRoom((state) => state.participants);
  return (participantId) => {
    const found = participants.find((one) => one.participantId === participantId);
    return isolated(found?.username ?? strings.turns.somebody);
  };
}
