// The subpath ./voice: what is said in a room, in browsers. Apart from the main entry, because its types need the DOM.
import type { Room } from './room/room.ts';
import { VoiceConnection, type VoiceEvents } from './voice/voice-connection.ts';
import { voiceSignals } from './voice/voice-signals.ts';

export { VoiceConnection, type VoiceEvents, type VoiceState } from './voice/voice-connection.ts';
export type { HeardVoice } from './voice/voice-peer.ts';
export type { VoiceOffer, VoiceSignals } from './voice/voice-signals.ts';

/**
 * The voices of a room. `open()` hears the others, `talk()` lets them hear a microphone. Voices follow the room's connection,
 * and end with it.
 */
export function voiceOf(room: Room, events: VoiceEvents = {}): VoiceConnection {
  const voice = new VoiceConnection(voiceSignals(room), events);
  room.on('joined', () => voice.restart());
  room.on('state', ({ status }) => {
    if (status === 'closed') voice.close();
  });
  return voice;
}
