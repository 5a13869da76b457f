// Friends in another town: what they reach of a server at somebody's home.
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { type DatagramFigures, type Room, RoomtoneClient, RoomtoneError } from '@roomtone/sdk';
import { PeerConnection } from 'node-datachannel';
import { type AnotherServer, startAnotherServer } from '../../../../testing/another-server.ts';
import { answerCalls } from '../../../../testing/called-program.ts';
import { NumberedNotes } from '../../../../testing/numbered-notes.ts';

const password = 'correct horse 7';
let notes: NumberedNotes<DatagramFigures> | undefined;
let rooms: readonly Room[] = [];
let another: AnotherServer | undefined;

export const calls = {
  /** Two friends follow the link, make accounts and play in a room. */
  async play(link: string): Promise<void> {
    const [one, other] = await Promise.all([signUp(link, 'grace'), signUp(link, 'ben')]);
    const { roomId } = await one.rooms.create({ roomName: 'Far away' });
    rooms = await Promise.all([one.joinRoom(roomId), other.joinRoom(roomId)]);
    notes = new NumberedNotes(...(rooms as [Room, Room]));
    notes.begin();
  },

  /** How many notes each has heard, and by which ways. */
  heard: async () =>
    (notes?.sofar() ?? []).map(({ numbers, datagrams }) => ({
      notes: numbers.length,
      datagrams: datagrams.received,
      state: datagrams.state,
    })),

  /** Somebody follows the link, makes an account and is in a room. */
  async join(link: string): Promise<void> {
    const client = await signUp(link, 'cleo');
    rooms = [await client.createRoom({ roomName: 'Home' })];
  },

  /** How each is connected to the room. */
  connections: async () => rooms.map(({ state }) => state.status),

  /** They stop. Resolves with what each has heard of the other. */
  finish: async () => (await notes?.finish()) ?? [],

  /** A guest follows the link; resolves with the reason for the refusal. */
  async listen(link: string): Promise<string> {
    try {
      await RoomtoneClient.forInvitation(link).joinRoom('a'.repeat(22));
      return 'joined';
    } catch (error) {
      return error instanceof RoomtoneError ? (error.details.reason ?? error.code) : String(error);
    }
  },

  /** Somebody makes an account; resolves with the reason for a refusal. */
  async register(link: string, username = 'mallory'): Promise<string> {
    try {
      await signUp(link, username);
      return 'registered';
    } catch (error) {
      return error instanceof RoomtoneError ? (error.details.reason ?? error.code) : String(error);
    }
  },

  /** Starts a server with another key on this computer. */
  async impose(host: string, port: number): Promise<null> {
    another = await startAnotherServer({ host, port });
    return null;
  },

  /** The requests that the server got. */
  imposed: async () => ({ visits: another?.visits ?? 0, receivedBytes: another?.receivedBytes ?? 0 }),

  /** Does what the page of the test link does; resolves with what it reached. */
  async reach(link: string): Promise<{ tcp: boolean; udp: boolean }> {
    const { host, hash } = new URL(link);
    const token = /token=([\w-]+)/.exec(hash)?.[1];
    const report = (body: object) => post(`https://${host}/api/reach-test/visits`, { token, ...body });
    const tcp = (await report({})).success === true;
    const peer = new PeerConnection('page', { iceServers: [], disableAutoNegotiation: true });
    const channel = peer.createDataChannel('notes', { negotiated: true, id: 0, unordered: true, maxRetransmits: 0 });
    peer.setLocalDescription('offer');
    const { data } = await report({ offer: peer.localDescription()?.sdp });
    const udp = await new Promise<boolean>((resolve) => {
      channel.onMessage(() => resolve(true));
      channel.onOpen(() => channel.sendMessageBinary(Uint8Array.of(1)));
      channel.onClosed(() => resolve(false));
      peer.setRemoteDescription(data?.answer ?? '', 'answer');
    });
    peer.close();
    return { tcp, udp };
  },

  /** Resolves with the names and addresses in the certificate that is served outside. */
  certificate: (host: string, port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, rejectUnauthorized: false }, () => {
        resolve(socket.getPeerX509Certificate()?.subjectAltName ?? '');
        socket.destroy();
      });
      socket.on('error', reject);
    }),
};

interface VisitAnswer {
  readonly success: boolean;
  readonly data?: { readonly answer: string | null };
}

/** As a browser whose user has accepted the certificate. */
async function post(url: string, body: object): Promise<VisitAnswer> {
  const payload = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
  const answer = await new Promise<string>((resolve, reject) => {
    const asking = request(url, { method: 'POST', headers, rejectUnauthorized: false }, (response) => {
      text(response).then(resolve, reject);
    });
    asking.on('error', reject);
    asking.end(payload);
  });
  return JSON.parse(answer) as VisitAnswer;
}

async function signUp(link: string, username: string): Promise<RoomtoneClient> {
  const client = RoomtoneClient.forInvitation(link, { datagrams: 'auto' });
  await client.register({ username, password });
  return client;
}

await answerCalls(calls);
for (const room of rooms) room.close();
await another?.stop();
// The library of the data channels keeps the process running otherwise.
process.exit();
