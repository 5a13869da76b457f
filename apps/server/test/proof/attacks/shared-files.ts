import { serverLimits } from '../../../src/domain/server-limits.ts';
import { LoadClient } from '../load-client.ts';
import { ask } from '../raw-request.ts';
import type { AttackOutcome, AttackTarget } from './attack.ts';
import { repeat } from './attack.ts';

const fileBytes = 40_000;

/** Five members share files in the victims' room at once. More bytes than the room's budget would be a gain. */
export async function shareFiles({ ms, tokens, roomId, ...route }: AttackTarget): Promise<AttackOutcome> {
  const inside: LoadClient[] = [];
  for (const token of tokens) {
    const member = new LoadClient({ ...route, roomId, token });
    // In a short run, one account and its bots have just joined as often as they may.
    await member.join().then(
      () => inside.push(member),
      () => member.leave(),
    );
  }
  const head = Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60', 'latin1');
  const data = Buffer.concat([head, Buffer.alloc(fileBytes - head.length, 7)]).toString('base64');
  const most = serverLimits.byteBudgets.files.ofRoom;
  let taken = 0;
  const counts = await repeat(
    { ms, atLeast: Math.ceil((1.5 * most) / data.length) },
    inside.map(({ target }) => target.token),
    async (token) => {
      const { status } = await ask(route, 'POST', `/api/rooms/${roomId}/files`, { token, body: { name: 'x', data } });
      if (status === 201) taken += data.length;
      return { status, gained: taken > 1.1 * most };
    },
  );
  for (const member of inside) await member.leave();
  return counts;
}
