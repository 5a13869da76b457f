import { onTestFinished } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { launchBalancer } from './balancer-process.ts';

export { findBalancer, missingBalancer } from './balancer-process.ts';

/** Starts a balancer in front of processes; it ends with the test. A server that does not answer is left out. */
export async function startBalancer(
  urls: readonly string[],
  options: { readonly isChecked?: boolean } = {},
): Promise<string> {
  const balancer = await launchBalancer(urls, temporaryDirectory(), options);
  onTestFinished(() => balancer.stop());
  return balancer.url;
}
