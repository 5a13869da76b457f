/** A device with less memory than this, in GB, gets one velocity layer of the piano. */
const enoughMemoryGb = 4;

/** True for a device that cannot hold the whole piano, as far as the browser says. */
export function hasLittleMemory(): boolean {
  return ((navigator as { deviceMemory?: number }).deviceMemory ?? enoughMemoryGb) < enoughMemoryGb;
}
