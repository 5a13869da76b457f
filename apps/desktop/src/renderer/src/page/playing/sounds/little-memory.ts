/** A device with less memory than this, in GB, gets one velocity layer of the piano. */
const enoughMemoryGb = 4;
/** The shorter side of a phone's screen is below this, CSS px; that of a tablet is above. */
const phonePx = 600;

/** As the browser describes it. Safari and Firefox do not say how much memory it has. */
interface Device {
  /** GB */
  readonly memoryGb: number | undefined;
  readonly isTouched: boolean;
  /** CSS px */
  readonly shorterSide: number;
}

/** True for a device that cannot hold the whole piano, as far as the browser says: without a word, for every phone. */
export function hasLittleMemory(device: Device = thisDevice()): boolean {
  const { memoryGb, isTouched, shorterSide } = device;
  return memoryGb === undefined ? isTouched && shorterSide < phonePx : memoryGb < enoughMemoryGb;
}

function thisDevice(): Device {
  return {
    memoryGb: (navigator as { deviceMemory?: number }).deviceMemory,
    isTouched: matchMedia('(pointer: coarse)').matches,
    shorterSide: Math.min(screen.width, screen.height),
  };
}
