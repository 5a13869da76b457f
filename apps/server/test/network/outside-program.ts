// Friends in another town: what they reach of a server at somebody's home.
import { connect } from 'node:tls';
import { type DatagramFigures, type Room, RoomtoneClient, RoomtoneError } from '@roomtone/sdk';
import { answerCalls } from '../../../../testing/called-program.ts';
import { NumberedNotes } from '../../../../testing/numbered-notes.ts';

const password = 'correct horse 7';
let notes: NumberedNotes<DatagramFigures> | undefined;
let rooms: readonly Room[] = [];

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

  /** Somebody without an invitation makes an account; resolves with the reason for the refusal. */
  async register(link: string): Promise<string> {
    try {
      await signUp(link, 'mallory');
      return 'registered';
    } catch (error) {
      return error instanceof RoomtoneError ? (error.details.reason ?? error.code) : String(error);
    }
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

async function signUp(link: string, username: string): Promise<RoomtoneClient> {
  const client = RoomtoneClient.forInvitation(link, { datagrams: 'auto' });
  await client.register({ username, password });
  return client;
}

await answerCalls(calls);
for (const room of rooms) room.close();
// The library of the data channels keeps the process running otherwise.
process.exit();
