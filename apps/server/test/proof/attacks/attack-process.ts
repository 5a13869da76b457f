// The attackers: a process of their own, so that their work does not delay what the victims measure.
import type { AttackTarget } from './attack.ts';
import { withControl } from './attacks.ts';

process.on('message', async ({ name, target }: { readonly name: string; readonly target: AttackTarget }) => {
  const attack = withControl[name];
  if (attack === undefined) throw new Error(`there is no attack "${name}"`);
  process.send?.(await attack(target));
});
