import { useAudio } from './audio-store.ts';

/** TypeScript's libraries do not describe this yet. */
interface ChoosingContext {
  setSinkId?(id: string): Promise<void>;
}
interface ChoosingDevices {
  selectAudioOutput?(): Promise<MediaDeviceInfo>;
}

const storageKey = 'roomtone-output';

/** The choice of the output device, as far as the browser allows one. */
export class OutputChoice {
  #context: ChoosingContext | undefined;

  /** Sends the context's sound to the device that was chosen last, if it is present. */
  follow(context: AudioContext): void {
    // A structural view of the same object.
    this.#context = context as ChoosingContext;
    const id = localStorage.getItem(storageKey);
    if (id !== null) void this.choose(id);
  }

  /**
   * Asks the browser for the devices. It may ask the user for permission, because their names reveal something about
   * them.
   */
  async list(): Promise<void> {
    const devices = navigator.mediaDevices as (MediaDevices & ChoosingDevices) | undefined;
    if (devices === undefined) return;
    try {
      if (devices.selectAudioOutput !== undefined) {
        const { deviceId, label } = await devices.selectAudioOutput();
        useAudio.setState({ outputs: [{ id: deviceId, label }] });
        await this.choose(deviceId);
        return;
      }
      let outputs = await outputsOf(devices);
      if (!outputs.some(({ label }) => label !== '')) {
        // A browser gives the names of speakers only to pages that may use the microphone; it is released immediately.
        // The app's own pages get them without it.
        const stream = await devices.getUserMedia({ audio: true });
        for (const track of stream.getTracks()) track.stop();
        outputs = await outputsOf(devices);
      }
      useAudio.setState({ outputs });
    } catch {
      // The user refused, or there is no microphone. The output stays the same.
    }
  }

  /** Sends the sound to a device; "" is the system's default. If the device is gone, the output stays the same. */
  async choose(id: string): Promise<void> {
    try {
      await this.#context?.setSinkId?.(id);
      useAudio.setState({ output: id });
      localStorage.setItem(storageKey, id);
    } catch {
      useAudio.setState({ output: '' });
    }
  }
}

async function outputsOf(devices: MediaDevices): Promise<{ id: string; label: string }[]> {
  const all = await devices.enumerateDevices();
  return all
    .filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== 'default')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}
