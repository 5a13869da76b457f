// Runs on one of two machines.
import { connect } from 'node:tls';
import { browseServers, type FoundServer } from '@roomtone/discovery';
import { MemoryTokenStore, type Room, RoomtoneClient } from '@roomtone/sdk';
import { type AnotherServer, startAnotherServer } from '../../../../testing/another-server.ts';
import { answerCalls } from '../../../../testing/called-program.ts';

const password = 'correct horse 7';
const tokenStore = new MemoryTokenStore();
const heardKeys = new Set<number | undefined>();
const waiting = new Set<() => void>();
let client: RoomtoneClient | undefined;
let room: Room | undefined;
let another: AnotherServer | undefined;

const browser = browseServers({
  onNews: () => checkWaiting(),
  onProblem: (error) => process.stderr.write(`${error.message}\n`),
});

export const calls = {
  /** Resolves with the server that has this key, once it has an address other than `notAt`. */
  find: (fingerprint: string, notAt?: string): Promise<FoundServer> =>
    until(() => browser.servers.find((server) => server.fingerprint === fingerprint && server.addresses[0] !== notAt)),

  /** Registers an account and creates a room; resolves with its id. */
  async open(link: string, username: string): Promise<string> {
    client = RoomtoneClient.forInvitation(link, { tokenStore });
    await client.register({ username, password });
    return entered(await client.createRoom({ roomName: 'Loft', prepare }));
  },

  /** Joins the room of an invitation as a guest. */
  async join(link: string): Promise<string> {
    client = RoomtoneClient.forInvitation(link);
    return entered(await client.joinInvitation(link, { prepare }));
  },

  /** Joins the room of an invitation with the stored sign-in; resolves with its username. */
  async rejoin(link: string): Promise<string | undefined> {
    room?.close();
    client = RoomtoneClient.forInvitation(link, { tokenStore });
    const user = await client.restore();
    entered(await client.joinInvitation(link, { prepare }));
    return user?.username;
  },

  /** Tries to sign in with the stored tokens; resolves with the reason for a failure. */
  async trySignIn(baseUrl: string, fingerprint: string): Promise<string> {
    const stranger = new RoomtoneClient({ baseUrl, fingerprint, tokenStore });
    return stranger.restore().then(
      () => 'signed in',
      (error: { reason?: string }) => error.reason ?? String(error),
    );
  },

  play: async (key: number): Promise<boolean> => room?.noteOn(key, 100).sent === true,

  heard: (key: number): Promise<boolean> => until(() => heardKeys.has(key) || undefined),

  joined: (): Promise<boolean> => until(() => room?.state.status === 'joined' || undefined),

  lost: (): Promise<boolean> => until(() => room?.state.status === 'reconnecting' || undefined),

  /** Resolves with the names and addresses in the server's certificate. */
  certificate: (origin: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(origin);
      const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
        resolve(socket.getPeerX509Certificate()?.subjectAltName ?? '');
        socket.destroy();
      });
      socket.on('error', reject);
    }),

  /** Fetches a page as a browser would. */
  async fetchPage(address: string): Promise<{ status: number; text: string }> {
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    return { status: answer.status, text: await answer.text() };
  },

  /** Starts a server with another key at this host's address; resolves with its URL. */
  async startImpostor(host: string): Promise<string> {
    another = await startAnotherServer({ host });
    return another.url;
  },

  impostorRecord: async () => ({ visits: another?.visits, receivedBytes: another?.receivedBytes }),
};

function prepare(opened: Room): void {
  opened.on('state', checkWaiting);
  opened.on('notes', ({ data }) => {
    heardKeys.add(data[1]);
    checkWaiting();
  });
}

function entered(joined: Room): string {
  room = joined;
  return joined.info.roomId;
}

function checkWaiting(): void {
  for (const check of waiting) check();
}

function until<Found>(find: () => Found | undefined): Promise<Found> {
  return new Promise((resolve) => {
    const check = () => {
      const found = find();
      if (found === undefined) return;
      waiting.delete(check);
      resolve(found);
    };
    waiting.add(check);
    check();
  });
}

await answerCalls(calls);
room?.close();
await another?.stop();
await browser.stop();
process.exit(0);
