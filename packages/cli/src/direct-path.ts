import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { Room } from '@roomtone/sdk';
import { directNotesOf, type WhyNotDirect } from '@roomtone/sdk/direct';

/** The direct path between two clients of this program. */
export interface DirectPath {
  readonly isOpen: boolean;
  readonly whyNot: WhyNotDirect | undefined;
  /** True if the server has told this machine its address by STUN; undefined if it does not say that it can. */
  readonly isToldAddress: boolean | undefined;
}

const openMs = 8_000;
const lookEveryMs = 100;
const answerMs = 2_000;

/** Opens a direct path between two participants here, and asks the server for this machine's address. */
export async function tryDirectPath(one: Room, other: Room, signal: AbortSignal): Promise<DirectPath> {
  const [from, to] = [directNotesOf(one), directNotesOf(other)];
  const isToldAddress = askForAddress(from.stunServers);
  await Promise.all([from.want(true), to.want(true)]);
  const figures = () => to.figures(one.self.participantId);
  const isOver = () =>
    figures()?.state !== 'none' || ['server', 'room', 'own', 'refused'].includes(figures()?.whyNot ?? '');
  const endMs = performance.now() + openMs;
  while (!isOver() && performance.now() < endMs && !signal.aborted)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  const { state = 'none', whyNot = 'unreachable' } = figures() ?? {};
  const isOpen = state !== 'none';
  await Promise.all([from.want(false), to.want(false)]);
  return { isOpen, whyNot: isOpen ? undefined : whyNot, isToldAddress: await isToldAddress };
}

const reasons: Readonly<Record<WhyNotDirect, string>> = {
  server: 'the host has switched them off (ROOMTONE_DIRECT)',
  room: 'the room’s owner has switched them off',
  own: 'the package node-datachannel is not installed',
  other: 'the other side does not want one',
  full: 'there are too many already',
  refused: 'the host allows them within one network only (ROOMTONE_DIRECT)',
  unreachable: 'no UDP packet gets from one client to the other: a firewall blocks them',
  distrusted: 'the server did not confirm what was played',
};

/** The same in words, as the rest of a sentence about direct paths between players. */
export function directWords({ isOpen, whyNot = 'unreachable', isToldAddress }: DirectPath): string {
  if (!isOpen) return `none: ${reasons[whyNot]}`;
  if (isToldAddress === false)
    return 'open here; to players behind other routers hardly, because the server’s STUN port does not answer';
  return 'open here; to others as far as their routers allow';
}

/** Sends a Binding request of STUN (RFC 8489) to the first server, as WebRTC does. */
async function askForAddress(servers: readonly string[]): Promise<boolean | undefined> {
  const parts = /^stun:\[?([^\]]+?)\]?:(\d+)$/.exec(servers[0] ?? '');
  if (parts === null) return undefined;
  const [, host = '', port] = parts;
  const question = Buffer.concat([Buffer.from('000100002112a442', 'hex'), randomBytes(12)]);
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  return new Promise((resolve) => {
    const end = (isTold: boolean) => {
      clearInterval(asking);
      clearTimeout(timer);
      socket.close();
      resolve(isTold);
    };
    const ask = () => socket.send(question, Number(port), host);
    const asking = setInterval(ask, answerMs / 5);
    const timer = setTimeout(end, answerMs, false);
    socket.on('message', (bytes) => end(bytes.subarray(8, 20).equals(question.subarray(8))));
    socket.on('error', () => end(false));
    ask();
  });
}
