import { originsOf } from '@roomtone/discovery';
import { type Invitation, invitationLink } from '@roomtone/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../testing/running-server.ts';
import { makeLocalNetwork } from './local-network.ts';
import { type Machine, startMachine } from './machine.ts';

// An evening with friends. The tests depend on one another: each continues where the previous one ended.

const network = makeLocalNetwork();
let server: RunningServer;
let player: Machine;
let listener: Machine;
let invitation: Invitation;

beforeAll(async () => {
  const env = { ROOMTONE_HOST: '0.0.0.0', ROOMTONE_NAME: 'Ada’s studio', ROOMTONE_EMAIL: 'optional' };
  server = await startServer(env, network.host);
  player = startMachine(network.guest);
  listener = startMachine(network.guest);
});

afterAll(async () => {
  await Promise.all([player?.stop(), listener?.stop()]);
  await server?.stop();
  network.remove();
});

test('R16.1, R16.4: a server is found on the network and joined by its link, and notes are relayed', async () => {
  // The host sees it in the terminal or the app, and sends it to others in a link.
  const { fingerprint } = server;
  if (fingerprint === undefined) throw new Error('the server has no key');
  const found = await player.call('find', fingerprint);
  expect(found).toMatchObject({ name: 'Ada’s studio', scheme: 'https', port: Number(new URL(server.url).port) });
  invitation = { servers: originsOf(found).slice(0, 1), fingerprint, roomId: undefined, name: undefined };
  const roomId = await player.call('open', invitationLink(invitation), 'grace');
  invitation = { ...invitation, roomId };
  expect(await listener.call('join', invitationLink(invitation))).toBe(roomId);
  expect(await player.call('play', 60)).toBe(true);
  expect(await listener.call('heard', 60)).toBe(true);
});

test('R16.9: a browser that uses plain http gets the page about the certificate warning and nothing else', async () => {
  const [origin = ''] = invitation.servers;
  if (new URL(origin).hostname === '127.0.0.1') {
    process.stdout.write('NOT RUN: plain http from another machine, which needs a network\n');
    return;
  }
  const { status, text } = await listener.call('fetchPage', origin.replace('https', 'http'));
  expect(status).toBe(200);
  expect(text).toContain(invitation.fingerprint);
  expect((await listener.call('fetchPage', `${origin.replace('https', 'http')}/api/server`)).text).not.toContain(
    '"success":true',
  );
});

test('R16.7: a server with another key is refused, and the client sends it no token', async () => {
  const [origin = ''] = invitation.servers;
  const impostor = startMachine(network.host);
  const address = await impostor.call('startImpostor', new URL(origin).hostname);
  expect(await player.call('trySignIn', address, invitation.fingerprint ?? '')).toBe('wrongKey');
  expect(await impostor.call('impostorRecord')).toEqual({ visits: 1, receivedBytes: 0 });
  await impostor.stop();
});

test('R16.10: after the host’s server is killed and restarted, everybody reconnects and plays on', async () => {
  const losing = Promise.all([player.call('lost'), listener.call('lost')]);
  await server.restart('SIGKILL');
  await losing;
  await Promise.all([player.call('joined'), listener.call('joined')]);
  expect(await player.call('play', 64)).toBe(true);
  expect(await listener.call('heard', 64)).toBe(true);
});

test('R16.4, R16.8: a host with a new address is found there by the same key, has a certificate for it, and accepts the old sign-in', async () => {
  if (network.kind === 'loopback') {
    process.stdout.write('NOT RUN: another address for the host, which needs two machines\n');
    return;
  }
  const before = new URL(invitation.servers[0] ?? '').hostname;
  const address = network.moveHost();
  const found = await player.call('find', invitation.fingerprint ?? '', before);
  expect(found.addresses).toEqual([address]);
  const [origin = ''] = originsOf(found);
  await expect.poll(() => player.call('certificate', origin)).toContain(`IP Address:${address}`);
  const link = invitationLink({ ...invitation, servers: [origin] });
  expect(await player.call('rejoin', link)).toBe('grace');
  expect(await listener.call('join', link)).toBe(invitation.roomId);
  expect(await player.call('play', 67)).toBe(true);
  expect(await listener.call('heard', 67)).toBe(true);
});
