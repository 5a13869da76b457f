// The witness of the proof about music: a program beside the server, where no packet is late, which finds out how far the service
// clock is ahead of the clock that all processes of this computer share.
import { decodeServerFrame, encodeFrame } from '@roomtone/protocol';
import { WebSocket } from 'ws';
import { answerCalls } from '../../../../../testing/called-program.ts';
import { sharedNowUs } from './machine-clock.ts';

const everyMs = 5;

/** The bounds of the service clock minus the shared clock, µs: by the quickest heartbeat of each direction. */
const bounds = { lowUs: Number.NEGATIVE_INFINITY, highUs: Number.POSITIVE_INFINITY };

export const calls = {
  /** Sends heartbeats from now on. */
  async watch(url: string): Promise<void> {
    const answer = await fetch(`${url}/api/auth/websocket-ticket`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const { data } = (await answer.json()) as { data: { encrypted_payload: string } };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/websocket/${data.encrypted_payload}`);
    socket.on('message', (bytes: Buffer) => {
      const receivedUs = sharedNowUs();
      const message = decodeServerFrame(bytes);
      if (message?.kind === 'welcome') setInterval(beat, everyMs, socket);
      if (message?.kind !== 'heartbeat') return;
      const { clientTime, serverReceiveTime, serverSendTime } = message.body;
      bounds.highUs = Math.min(bounds.highUs, serverReceiveTime - clientTime);
      bounds.lowUs = Math.max(bounds.lowUs, serverSendTime - receivedUs);
    });
  },

  bounds: async () => bounds,
};

function beat(socket: WebSocket): void {
  const body = { clientTime: sharedNowUs(), lastSequence: 1_000_000, serverReceiveTime: 0, serverSendTime: 0 };
  socket.send(encodeFrame({ kind: 'heartbeat', body }));
}

await answerCalls(calls);
process.exit();
