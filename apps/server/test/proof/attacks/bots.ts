// Somebody attacks with their bots, which count as that person.
import { setTimeout as delay } from 'node:timers/promises';
import { encodeFrame, type LoopCommand } from '@roomtone/protocol';
import { accountPassword } from '../accounts.ts';
import { LoadClient } from '../load-client.ts';
import { post, type Route } from '../raw-request.ts';
import { type Attack, type AttackTarget, nothingYet } from './attack.ts';
import { listenTo } from './listened-bytes.ts';

const botCount = 10;
const keys = Array.from({ length: 16 }, (_, index) => 36 + index);
const stepCount = 64;
const everyMs = 50;

export const botAttacks: Readonly<Record<string, Attack>> = {
  'a member and ten bots edit all steps of a pattern': editSteps,
  'the bots of a banned member come back': comeBack,
};

/** Each sends all steps of a pattern, within its own limit of commands. A guest counts what a listener gets. */
async function editSteps({ ms, tokens, ...target }: AttackTarget) {
  const counts = nothingYet();
  // Of the accounts that a short run uses again and again, this one has joined least often.
  const owner = tokens[2] ?? '';
  const players: LoadClient[] = [];
  for (const token of [owner, ...(await makeBots(target, owner, 'step'))]) {
    const player = new LoadClient({ ...target, token });
    player.onMessage = ({ kind }) => {
      if (kind === 'error') counts.refused++;
    };
    player.onEnd = () => counts.disconnected++;
    // All of them together may join ten times in ten seconds.
    await player.join().then(
      () => players.push(player),
      () => player.leave(),
    );
  }
  const encode = (body: LoopCommand) => encodeFrame({ kind: 'loopCommand', body, requestId: 2 });
  const lanes = keys.map(() => new Uint8Array(stepCount));
  const pattern = { channel: 9, bankMsb: 0, bankLsb: 0, program: 0, stepsPerBeat: 4, swing: 50, keys };
  const patterns = { ...pattern, patterns: [{ steps: stepCount, lanes }] };
  players[0]?.send(encode({ slot: 0, makePatterns: { name: 'Grid', patterns, replace: true } }));
  const listener = await listenTo(target, players);
  const endMs = performance.now() + Math.max(ms, 1_000);
  for (let velocity = 1; performance.now() < endMs; velocity = 1 + (velocity % 127)) {
    const edits = keys.flatMap((key) => Array.from({ length: stepCount }, (_, step) => ({ key, step, velocity })));
    const frame = encode({ slot: 0, setSteps: { pattern: 0, edits } });
    for (const player of players) player.send(frame);
    counts.sent += players.length;
    await delay(everyMs);
  }
  if (listener.gotTooMuch()) counts.gained++;
  for (const player of [...players, listener.client]) {
    player.onEnd = () => {};
    await player.leave();
  }
  return counts;
}

/** A room's owner bans a member, whose bots then try to come in. */
async function comeBack({ ms, tokens: [owner, , , banned = ''], ownRoomId: roomId, ...target }: AttackTarget) {
  const counts = nothingYet();
  const bots = await makeBots(target, banned, 'back');
  await post(target, `/api/rooms/${roomId}/moderation`, { action: 'ban', user_id: userIdIn(banned) }, owner);
  const endMs = performance.now() + ms;
  do {
    for (const token of bots) {
      counts.sent++;
      const bot = new LoadClient({ ...target, roomId, token });
      await bot.join().then(
        () => counts.gained++,
        () => counts.refused++,
      );
      await bot.leave();
    }
  } while (performance.now() < endMs);
  return counts;
}

let made = 0;

/** Makes as many bots as one account may have; resolves with their tokens. */
async function makeBots(route: Route, ownerToken: string, name: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < botCount; index++) {
    const body = { username: `${name}-bot-${++made}`, scopes: ['listen', 'play', 'chat'], password: accountPassword };
    tokens.push((await post<{ bot_token: string }>(route, '/api/users/profile/bots', body, ownerToken)).bot_token);
  }
  return tokens;
}

/** The id that an access token is for. */
function userIdIn(token: string): string {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { sub: string }).sub;
}
