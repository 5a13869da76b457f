import { type WhyNotPlay, whyNotPlay } from '@roomtone/sdk/extras';
import { usePermissions } from '../moderation/use-permissions.ts';
import { useRoom } from '../room-store.ts';

/** Why the room's settings do not let the user play now; undefined if they do. Only the user hears what they play then. */
export function useWhyNotPlay(): WhyNotPlay | undefined {
  return useRoom(({ room, participants, self, isAlone, turns }) => {
    const own = participants.find(({ participantId }) => participantId === self);
    if (isAlone || room === undefined || own === undefined) return undefined;
    const playing = turns.playing.map(({ participantId }) => ({ participantId, startedAtUs: 0 }));
    return whyNotPlay(room, own, { playing, waiting: turns.waiting });
  });
}

/** Why the room's settings do not let the user chat (R23.10); undefined if they do. */
export function useWhyNotChat(): 'members' | 'moderators' | undefined {
  const { mayModerate } = usePermissions();
  return useRoom(({ room, participants, self }) => {
    const mayChat = room?.settings?.mayChat ?? 'everybody';
    const own = participants.find(({ participantId }) => participantId === self);
    if (mayChat === 'everybody' || mayModerate || own === undefined) return undefined;
    const isListed = room?.players?.includes(own.userId) === true;
    return mayChat === 'members' && (own.member || isListed) ? undefined : mayChat;
  });
}
