import { readStored } from '../../stored-state.ts';
import { type OutputDevice, useAudio } from './audio-store.ts';

/** TypeScript's libraries do not describe this yet. */
interface ChoosingContext {
  setSinkId?(id: string): Promise<void>;
}
type OutputDevices = Pick<MediaDevices, 'enumerateDevices' | 'getUserMedia' | 'addEventListener'> & {
  selectAudioOutput?(): Promise<MediaDeviceInfo>;
};

const storageKey = 'roomtone-output';
/** The system's default device. */
const standard: OutputDevice = { id: '', label: '' };

/**
 * The choice of the output device, as far as the browser allows one. While the chosen device is unplugged, the sound goes
 * to the system's default; it returns with the device, which is recognized by its id or its name.
 */
export class OutputChoice {
  readonly #devices: OutputDevices | undefined;
  #context: ChoosingContext | undefined;
  #wanted: OutputDevice = storedChoice();

  /** @param devices for tests. */
  constructor(devices: OutputDevices | undefined = globalThis.navigator?.mediaDevices) {
    this.#devices = devices;
    devices?.addEventListener('devicechange', () => void this.#devicesChanged());
  }

  /** Sends the context's sound to the device that was chosen last, if it is present. */
  follow(context: ChoosingContext): void {
    this.#context = context;
    if (this.#wanted.id !== '') void this.#use(this.#wanted);
  }

  /** Lists the devices if the browser names them without asking the user. */
  async refresh(): Promise<void> {
    const outputs = await this.#named();
    if (outputs.length > 0) useAudio.setState({ outputs });
  }

  /**
   * Asks the browser for the devices. It may ask the user for permission, because their names reveal something about
   * them.
   */
  async list(): Promise<void> {
    const devices = this.#devices;
    if (devices === undefined) return;
    try {
      if (devices.selectAudioOutput !== undefined) {
        const { deviceId, label } = await devices.selectAudioOutput();
        useAudio.setState({ outputs: [{ id: deviceId, label }] });
        await this.choose(deviceId);
        return;
      }
      let outputs = await this.#named();
      if (outputs.length === 0) {
        // A browser gives the names of speakers only to pages that may use the microphone; it is released immediately.
        // The app's own pages get them without it.
        const stream = await devices.getUserMedia({ audio: true });
        for (const track of stream.getTracks()) track.stop();
        outputs = await this.#named();
      }
      useAudio.setState({ outputs });
    } catch {
      // The user refused, or there is no microphone. The output stays the same.
    }
  }

  /** Sends the sound to a device; "" is the system's default. */
  async choose(id: string): Promise<void> {
    const device = id === '' ? standard : useAudio.getState().outputs.find((each) => each.id === id);
    if (device === undefined) return;
    this.#wanted = device;
    storeChoice(device);
    await this.#use(device);
  }

  async #use(device: OutputDevice): Promise<void> {
    useAudio.setState({ output: device.id });
    try {
      await this.#context?.setSinkId?.(device.id);
      useAudio.setState({ awayOutput: undefined });
    } catch {
      await this.#fallBack();
    }
  }

  async #fallBack(): Promise<void> {
    useAudio.setState({ awayOutput: this.#wanted });
    // The device that is gone would get the sound, and nobody would hear it.
    await this.#context?.setSinkId?.('').catch(() => {});
  }

  async #devicesChanged(): Promise<void> {
    const outputs = await this.#named();
    // Without names, the browser does not say either which devices there are.
    if (outputs.length === 0) return;
    useAudio.setState({ outputs });
    const { id, label } = this.#wanted;
    if (id === '') return;
    const present = outputs.find((each) => each.id === id) ?? outputs.find((each) => each.label === label);
    if (present === undefined) await this.#fallBack();
    else if (useAudio.getState().awayOutput !== undefined) await this.choose(present.id);
  }

  async #named(): Promise<readonly OutputDevice[]> {
    const all = (await this.#devices?.enumerateDevices().catch(() => [])) ?? [];
    return all
      .filter(({ kind, deviceId, label }) => kind === 'audiooutput' && deviceId !== 'default' && label !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, label }));
  }
}

function storedChoice(): OutputDevice {
  const stored = readStored(storageKey);
  const { id, label } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof label === 'string' ? { id, label } : standard;
}

function storeChoice(device: OutputDevice): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(device));
  } catch {
    // Storage is full or blocked: the choice lasts until the page closes.
  }
}
