import { useAudio } from './audio-store.ts';

/** What TypeScript's libraries do not describe yet. */
interface ChoosingContext {
  setSinkId?(id: string): Promise<void>;
}
interface ChoosingDevices {
  selectAudioOutput?(): Promise<MediaDeviceInfo>;
}

const remembered = 'roomtone-output';

/** Where sound leaves this machine, as far as the browser lets one choose. */
export class OutputChoice {
  #context: ChoosingContext | undefined;

  /** Sends the context's sound to the device that was chosen the last time, when it is there. */
  follow(context: AudioContext): void {
    // A structural view of the same object.
    this.#context = context as ChoosingContext;
    const id = localStorage.getItem(remembered);
    if (id !== null) void this.choose(id);
  }

  /** Asks the browser which devices there are. It may ask the player in turn, since their names tell about them. */
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
      // Names of speakers are given to pages that may use the microphone; it is let go of at once.
      const stream = await devices.getUserMedia({ audio: true });
      for (const track of stream.getTracks()) track.stop();
      const all = await devices.enumerateDevices();
      const outputs = all.filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== 'default');
      useAudio.setState({ outputs: outputs.map(({ deviceId, label }) => ({ id: deviceId, label })) });
    } catch {
      // The player said no, or there is no microphone: sound goes on where it does.
    }
  }

  /** Sends sound to a device; "" is the system's. A device that is gone leaves it there. */
  async choose(id: string): Promise<void> {
    try {
      await this.#context?.setSinkId?.(id);
      useAudio.setState({ output: id });
      localStorage.setItem(remembered, id);
    } catch {
      useAudio.setState({ output: '' });
    }
  }
}
