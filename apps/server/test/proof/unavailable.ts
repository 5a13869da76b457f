import { canInjectFaults } from '../../../../testing/faults/faults.ts';

/** Why disk faults and a wrong clock cannot be tried on this machine; undefined where they can. */
export function whyNoFaults(): string | undefined {
  return canInjectFaults() ? undefined : 'needs Linux and gcc';
}

/** Why file systems cannot be mounted on this machine; undefined where they can. */
export function whyNoMounts(): string | undefined {
  return process.platform === 'linux' && process.getuid?.() === 0 ? undefined : 'needs Linux and root';
}
