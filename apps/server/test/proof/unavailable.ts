import { canInjectFaults } from '../../../../testing/faults/faults.ts';

/** The reason why disk faults and a wrong clock cannot be simulated here; undefined if they can. */
export function whyNoFaults(): string | undefined {
  return canInjectFaults() ? undefined : 'needs Linux and gcc';
}

/** The reason why file systems cannot be mounted here; undefined if they can. */
export function whyNoMounts(): string | undefined {
  return process.platform === 'linux' && process.getuid?.() === 0 ? undefined : 'needs Linux and root';
}
