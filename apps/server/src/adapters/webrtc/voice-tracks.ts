import { guardedCallback, readPeerSdp, voiceAnswerSdp, voiceLimits, voiceSsrcs } from '@roomtone/protocol';
import type { PeerConnection, Track } from 'node-datachannel';
import type { VoiceHandlers, VoiceLink, VoiceLinks } from '../../ports/voice-links.ts';
import type { Library, PeerConnections } from './peer-connections.ts';

/** Voices by libdatachannel: one track that receives, and one that sends for each voice. */
export function createVoiceTracks(connections: PeerConnections): VoiceLinks {
  return {
    open: (handlers) => connections.make((peer, library, onEnd) => linkOn(peer, library, handlers, onEnd)),
    close: () => connections.close(),
  };
}

function linkOn(peer: PeerConnection, library: Library, handlers: VoiceHandlers, onEnd: () => void): VoiceLink {
  const track = (mid: number, direction: 'RecvOnly' | 'SendOnly') => {
    const media = new library.Audio(String(mid), direction);
    media.addOpusCodec(voiceLimits.payloadType);
    if (direction === 'SendOnly') media.addSSRC(mid, `voice${mid}`);
    return peer.addTrack(media);
  };
  const own = track(0, 'RecvOnly');
  const voices = new Map<number, Track>(voiceSsrcs.map((ssrc) => [ssrc, track(ssrc, 'SendOnly')]));
  let isOver = false;
  const end = () => {
    if (isOver) return false;
    isOver = true;
    onEnd();
    peer.close();
    return true;
  };
  const lost = () => {
    if (end()) handlers.closed();
  };
  const safely = guardedCallback(lost);
  own.onMessage(
    safely((packet: Buffer) => {
      if (!isOver) handlers.packet(packet);
    }),
  );
  peer.onStateChange(
    safely((state: string) => {
      if (state === 'connected' && !isOver) handlers.open();
      if (state === 'failed' || state === 'closed' || state === 'disconnected') lost();
    }),
  );
  peer.setLocalDescription('offer');
  const local = peer.localDescription();
  if (local === null) throw new Error('The UDP port cannot be opened.');
  return {
    offer: readPeerSdp(local.sdp),
    answer: (parameters) => peer.setRemoteDescription(voiceAnswerSdp(parameters), 'answer'),
    send: (ssrc, packet) => send(voices.get(ssrc), packet),
    report: (packet) => send(own, packet),
    close: () => void end(),
  };
}

function send(track: Track | undefined, packet: Uint8Array): void {
  try {
    if (track?.isOpen()) track.sendMessageBinary(Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength));
  } catch {
    // The client has ended the connection since isOpen(): the library hears of it in a thread of its own.
  }
}
